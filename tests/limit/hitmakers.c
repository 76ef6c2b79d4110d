// The limit: random seats play Hitmakers (3 players, defaults, single deals, no pass) in straight C, one thread.
// Build and run:  cc -O3 -march=native -o hitmakers hitmakers.c && ./hitmakers 3000000
// Prints deals/s, decisions/s and mean points a seat, to hold the engine against in the same minute
// (the engine's own run: --set score_target=0 --set may_pass=false --bots random --jobs 1).
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
enum { SEATS = 3, HAND = 7, ROUNDS = 7, CARDS = 52 };
typedef uint64_t Set;
static uint64_t chance;
static inline uint64_t next64(void) {
    uint64_t z = (chance += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}
static inline int below(int n) { return (int)(((next64() >> 32) * (uint64_t)n) >> 32); }
static inline Set bit(int card) { return (Set)1 << card; }
static inline int nth(Set s, int k) { while (k--) s &= s - 1; return __builtin_ctzll(s); }
static inline int scout(int card) { return (card + 39) % 52; }          // same rank, the suit before it in the ring
typedef struct { Set hand[SEATS]; uint8_t deck[CARDS], discard[CARDS], star[ROUNDS]; int top, discards, stars; } Deal;
static inline int draw(Deal *d) {                                        // a shuffle that stops where the game stops
    int j = d->top + below(CARDS - d->top), c = d->deck[j];
    d->deck[j] = d->deck[d->top]; d->deck[d->top++] = (uint8_t)c; return c;
}
static long play(Deal *d, double *points) {
    long decisions = 0;
    d->top = d->discards = d->stars = 0;
    for (int i = 0; i < CARDS; i++) d->deck[i] = (uint8_t)i;
    for (int s = 0; s < SEATS; s++) { d->hand[s] = 0; for (int i = 0; i < HAND; i++) d->hand[s] |= bit(draw(d)); }
    for (int r = 0; r < ROUNDS; r++) {
        d->star[d->stars++] = (uint8_t)draw(d);
        for (int s = 0; s < SEATS; s++) {
            int stock = d->top < CARDS, pile = d->discards > 0;
            int c = (stock && (!pile || below(2))) ? draw(d) : d->discard[--d->discards];
            d->hand[s] |= bit(c);
            int out = nth(d->hand[s], below(__builtin_popcountll(d->hand[s])));
            d->hand[s] &= ~bit(out); d->discard[d->discards++] = (uint8_t)out;
            decisions += 2;
        }
    }
    for (int i = 0; i < d->stars; i++) {
        int top = d->star[i], owner = -1; Set pile = bit(top);
        for (;;) {
            int need = scout(top), holder = -1;
            for (int s = 0; s < SEATS; s++) if (d->hand[s] & bit(need)) holder = s;
            if (holder < 0 || holder == owner) break;
            decisions++;
            if (below(2)) break;
            d->hand[holder] &= ~bit(need); pile |= bit(need); owner = holder; top = need;
        }
        if (owner >= 0) d->hand[owner] |= pile;
    }
    for (int suit = 0; suit < 4; suit++) {
        int most = 0, mostBy = -1, high = -1, highBy = -1, wide = -1, wideBy = -1, n[SEATS];
        for (int s = 0; s < SEATS; s++) {
            Set m = (d->hand[s] >> (13 * suit)) & 0x1FFF;
            n[s] = __builtin_popcountll(m);
            if (!m) continue;
            int hi = 63 - __builtin_clzll(m), width = hi - __builtin_ctzll(m);
            if (n[s] > most) { most = n[s]; mostBy = s; } else if (n[s] == most) mostBy = -1;
            if (hi > high) { high = hi; highBy = s; }
            if (width > wide) { wide = width; wideBy = s; } else if (width == wide) wideBy = -1;
        }
        if (mostBy >= 0) points[mostBy] += 1;
        if (wideBy >= 0) points[wideBy] += 1;
        if (highBy >= 0) points[highBy] += 1 + (n[highBy] == 1);         // prestige, and the one-hit wonder
    }
    return decisions;
}
int main(int argc, char **argv) {
    long deals = argc > 1 ? atol(argv[1]) : 1000000, decisions = 0;
    double points[SEATS] = {0}; Deal d; struct timespec a, b;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    for (long i = 0; i < deals; i++) { chance = (uint64_t)i * 0xD1342543DE82EF95u; decisions += play(&d, points); }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    double s = (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
    printf("%.0f deals/s, %.0f decisions/s, points a seat %.4f %.4f %.4f\n", deals / s, decisions / s, points[0] / deals, points[1] / deals, points[2] / deals);
    printf("{\"plays_per_s\": %.0f}\n", deals / s);
}
