// How a card is turned without a key or a button: by the wheel, and by a swipe.

const FAR_PX = 24;
const PAUSE_MS = 180;

export class Gestures {
  /** The pointer has swiped: the click that follows is none. */
  swiped = false;
  #from: { x: number; y: number } | null = null;
  #wheeled = 0;

  constructor(
    private readonly onCard: (target: EventTarget | null) => boolean,
    private readonly spin: (by: number) => void,
  ) {}

  wheel = (event: WheelEvent): void => {
    if (!this.onCard(event.target)) return;
    event.preventDefault();
    // One notch of a wheel, or one push on a touch pad, is one turn.
    if (event.timeStamp - this.#wheeled < PAUSE_MS) return;
    this.#wheeled = event.timeStamp;
    this.spin(event.deltaY > 0 ? 1 : -1);
  };

  down = (event: PointerEvent): void => {
    this.swiped = false;
    this.#from = this.onCard(event.target) ? { x: event.clientX, y: event.clientY } : null;
  };

  up = (event: PointerEvent): void => {
    if (!this.#from) return;
    const dx = event.clientX - this.#from.x;
    const dy = event.clientY - this.#from.y;
    this.#from = null;
    if (Math.hypot(dx, dy) < FAR_PX) return;
    this.swiped = true;
    this.spin((Math.abs(dx) > Math.abs(dy) ? dx : dy) > 0 ? 1 : -1);
  };

  cancel = (): void => {
    this.#from = null;
  };
}
