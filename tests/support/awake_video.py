"""Makes the videos that keep a phone's screen on over plain http, by Chromium: `python -m tests.support.awake_video`.

Four seconds of 64 × 64 pixels that hardly change, with a silent sound track: Chrome keeps the screen on for a small
video only if it has sound, and Safari only for one with sound and without `loop`.
"""

import base64
import shutil
from pathlib import Path

import click
from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parents[2] / "workbench/app/server/static"
TYPES = {"webm": "video/webm;codecs=vp8,opus", "mp4": "video/mp4;codecs=avc1.42001E,opus"}
RECORD = """async (type) => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 64 });
  const pen = canvas.getContext("2d"), sound = new AudioContext(), silence = sound.createGain();
  const track = sound.createMediaStreamDestination(), tone = sound.createOscillator();
  silence.gain.value = 0;
  tone.connect(silence).connect(track);
  tone.start();
  const stream = new MediaStream([...canvas.captureStream(2).getTracks(), ...track.stream.getTracks()]);
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 20000, audioBitsPerSecond: 8000 });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.start();
  let dark = false;
  const blink = setInterval(() => {
    pen.fillStyle = (dark = !dark) ? "#000" : "#010101";
    pen.fillRect(0, 0, 64, 64);
  }, 500);
  await new Promise((done) => setTimeout(done, 4200));
  await new Promise((done) => { recorder.onstop = done; recorder.stop(); });
  clearInterval(blink);
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}"""


def main() -> None:
    """Record both videos anew."""
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--autoplay-policy=no-user-gesture-required"]
        )
        page = browser.new_page()
        for ending, kind in TYPES.items():
            recording = base64.b64decode(page.evaluate(RECORD, kind))
            (STATIC / f"awake.{ending}").write_bytes(recording)
            click.echo(f"awake.{ending}: {len(recording)} bytes")
        browser.close()


if __name__ == "__main__":
    main()
