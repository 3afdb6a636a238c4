// A few small sounds, made by the browser; off unless they are wanted.
import { settings } from "../settings";

/** Frequency in Hz, length in s. */
const SOUNDS = {
  move: [[320, 0.05]],
  turn: [
    [520, 0.07],
    [780, 0.12],
  ],
  end: [
    [520, 0.1],
    [660, 0.1],
    [780, 0.25],
  ],
} as const;

let context: AudioContext | null = null;

export function play(name: keyof typeof SOUNDS): void {
  if (settings.value.sound !== "on") return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [frequency, length] of SOUNDS[name]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(0.12, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length;
  }
}
