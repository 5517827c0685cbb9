// SHA-256 and HMAC for the fairness check: the browser's own where it has them, ours on plain-http home networks.
const subtle = (): SubtleCrypto | undefined => (globalThis.crypto as Crypto | undefined)?.subtle;

export async function sha256(data: Uint8Array): Promise<Uint8Array> {
  const browser = subtle();
  return browser ? new Uint8Array(await browser.digest('SHA-256', new Uint8Array(data))) : digest(data);
}

/** HMAC-SHA-256 under one key, for many messages. */
export async function hmac(key: Uint8Array): Promise<(message: Uint8Array) => Promise<Uint8Array>> {
  const browser = subtle();
  if (!browser) return async (message) => hmacDigest(key, message);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await browser.importKey('raw', new Uint8Array(key), algorithm, false, ['sign']);
  return async (message) => new Uint8Array(await browser.sign('HMAC', imported, new Uint8Array(message)));
}

export function hmacDigest(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? digest(key) : key);
  const inner = digest(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return digest(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

/** FIPS 180-4, section 6.2. */
export function digest(data: Uint8Array): Uint8Array {
  const state = [...INITIAL];
  const schedule = new Uint32Array(64);
  const padded = pad(data);
  const view = new DataView(padded.buffer);
  for (let offset = 0; offset < padded.length; offset += 64) {
    for (let t = 0; t < 16; t++) schedule[t] = view.getUint32(offset + t * 4);
    for (let t = 16; t < 64; t++) {
      const [w15, w2] = [word(schedule, t - 15), word(schedule, t - 2)];
      const s0 = turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3);
      const s1 = turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10);
      schedule[t] = word(schedule, t - 16) + s0 + word(schedule, t - 7) + s1;
    }
    compress(state, schedule);
  }
  const result = new DataView(new ArrayBuffer(32));
  state.forEach((value, place) => result.setUint32(place * 4, value));
  return new Uint8Array(result.buffer);
}

function compress(state: number[], schedule: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t++) {
    const choice = (e & f) ^ (~e & g);
    const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + word(CONSTANTS, t) + word(schedule, t);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, place) => {
    state[place] = ((state[place] ?? 0) + value) >>> 0;
  });
}

function pad(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((data.length + 9) / 64) * 64);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(padded.length - 4, data.length * 8);
  return padded;
}

const word = (words: Uint32Array, place: number): number => words[place] ?? 0;
const turn = (value: number, by: number): number => (value >>> by) | (value << (32 - by));

export function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The first 32 bits of the fraction of a root of a prime. */
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32);

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

const INITIAL = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const CONSTANTS = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
