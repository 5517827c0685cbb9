// The sounds of the house, made on the spot with WebAudio: no recordings.
import type { SoundName } from './kit/board';

interface Tone {
  /** From and to which pitch, in Hz. */
  from: number;
  to?: number;
  type?: OscillatorType;
  /** Seconds. */
  after?: number;
  lasts: number;
  loud: number;
}

interface Rustle {
  /** The middle of the band of noise, in Hz. */
  around: number;
  after?: number;
  lasts: number;
  loud: number;
}

const TONES: Partial<Record<SoundName, Tone[]>> = {
  take: [{ from: 180, to: 90, type: 'triangle', lasts: 0.22, loud: 0.25 }],
  tile: [{ from: 220, to: 130, type: 'triangle', lasts: 0.09, loud: 0.35 }],
  turn: [{ from: 330, to: 300, type: 'sine', lasts: 0.06, loud: 0.12 }],
  wrong: [
    { from: 196, to: 180, type: 'sawtooth', lasts: 0.12, loud: 0.1 },
    { from: 139, to: 125, type: 'sawtooth', after: 0.13, lasts: 0.2, loud: 0.1 },
  ],
  // A tritone that resolves: the devil's interval, for once forgiven.
  win: [
    { from: 293.7, type: 'triangle', lasts: 0.18, loud: 0.2 },
    { from: 415.3, type: 'triangle', after: 0.16, lasts: 0.2, loud: 0.2 },
    { from: 440, type: 'triangle', after: 0.34, lasts: 0.22, loud: 0.22 },
    { from: 587.3, type: 'triangle', after: 0.52, lasts: 0.6, loud: 0.24 },
  ],
  tick: [{ from: 1400, to: 1100, type: 'square', lasts: 0.02, loud: 0.05 }],
  'your-turn': [
    { from: 440, type: 'sine', lasts: 0.12, loud: 0.18 },
    { from: 622.3, type: 'sine', after: 0.12, lasts: 0.25, loud: 0.18 },
  ],
};

const RUSTLES: Partial<Record<SoundName, Rustle[]>> = {
  card: [{ around: 3200, lasts: 0.07, loud: 0.35 }],
  take: [
    { around: 1800, lasts: 0.1, loud: 0.25 },
    { around: 2400, after: 0.08, lasts: 0.12, loud: 0.2 },
  ],
  tile: [{ around: 900, lasts: 0.05, loud: 0.4 }],
  turn: [{ around: 2600, lasts: 0.04, loud: 0.15 }],
};

let context: AudioContext | null = null;

/** Play a sound, if the reader has asked for sounds. */
export function play(name: SoundName, wanted: boolean): void {
  if (!wanted) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  for (const tone of TONES[name] ?? []) sing(context, tone);
  for (const rustle of RUSTLES[name] ?? []) rub(context, rustle);
}

function sing(audio: AudioContext, { from, to = from, type = 'sine', after = 0, lasts, loud }: Tone): void {
  const begin = audio.currentTime + after;
  const voice = new OscillatorNode(audio, { type, frequency: from });
  voice.frequency.exponentialRampToValueAtTime(to, begin + lasts);
  voice.connect(faded(audio, begin, lasts, loud));
  voice.start(begin);
  voice.stop(begin + lasts);
}

function rub(audio: AudioContext, { around, after = 0, lasts, loud }: Rustle): void {
  const begin = audio.currentTime + after;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * lasts), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const band = new BiquadFilterNode(audio, { type: 'bandpass', frequency: around, Q: 0.9 });
  noise.connect(band).connect(faded(audio, begin, lasts, loud));
  noise.start(begin);
}

function faded(audio: AudioContext, begin: number, lasts: number, loud: number): GainNode {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(loud, begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
  gain.connect(audio.destination);
  return gain;
}
