// A short low tone for a refused move.
let context = null;

export function beep() {
  const Audio = window.AudioContext;
  if (!Audio) return;
  context ??= new Audio();
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.value = 196;
  volume.gain.setValueAtTime(0.12, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.22);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.23);
}
