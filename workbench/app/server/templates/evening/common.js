"use strict";
const make = (tag, properties = {}, attributes = {}) => {
  const element = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

// What this browser remembers; in a private window it remembers only as long as the page is open.
const memory = new Map();
function remember(key, value) {
  value === null ? memory.delete(key) : memory.set(key, value);
  try { value === null ? localStorage.removeItem(key) : localStorage.setItem(key, JSON.stringify(value)); } catch { /* private window, or full */ }
}
function recall(key) {
  if (memory.has(key)) return memory.get(key);
  try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
}

// crypto.randomUUID is missing where a page comes over plain http from another device.
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

const device = recall("workbench device") ?? uuid().slice(0, 8);
remember("workbench device", device);

const PATIENCE_MS = 8000;

// The server's answer; throws where it does not answer, or is not ready to.
async function ask(address, body) {
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  const answer = await fetch(address, { cache: "no-store", redirect: "manual", signal: AbortSignal.timeout(PATIENCE_MS), ...options });
  if (answer.status >= 500) throw new Error(String(answer.status));
  return answer;
}

// The fields of a form: a list for names that end with [].
function fieldsOf(form) {
  const fields = {};
  for (const [name, value] of new FormData(form)) {
    if (name.endsWith("[]")) (fields[name.slice(0, -2)] ??= []).push(value);
    else fields[name] = value;
  }
  return fields;
}
