// Which hands at this device have reached for an imp: what is sent to the house, and what is only said to the player.
import type { SoundName } from '$kit/board';
import { takes } from './colours';
import type { Stopwatch } from './stopwatch.svelte';
import type { Colour, Hand, Seat, Take, View, Words } from './types';

export interface Now {
  readonly view: View;
  /** The dice are in the air. */
  readonly rolling: boolean;
  readonly words: Words;
  readonly sound: (name: SoundName) => void;
}

export class Reach {
  /** What each hand has asked for in this round. */
  sent = $state<Partial<Record<Seat, Colour>>>({});
  /** What the player should hear at once; '' if nothing. */
  notice = $state('');
  #round = 0;

  constructor(private readonly watch: Stopwatch) {}

  /** Other dice: all hands are free. */
  begin(): void {
    this.#round += 1;
    this.sent = {};
    this.notice = '';
  }

  /** A press with this event stamp, on the imp of a colour. */
  grab(hand: Hand, colour: Colour, stamp: number, { view, rolling, words, sound }: Now): void {
    const { seat } = hand;
    if (this.sent[seat] !== undefined) return; // 3.3 What you hold you keep.
    if (view.throw === null) {
      if (rolling) this.notice = words('board.early');
      return;
    }
    const action = hand.legal.find((each) => takes(each, colour));
    if (action === undefined) {
      if (view.racing.includes(seat)) this.notice = words('no.no-such-imp-left');
      return;
    }
    if (!this.watch.seen(stamp)) {
      this.notice = words('board.early'); // 5.4
      return;
    }
    this.notice = '';
    this.sent[seat] = colour;
    sound('take');
    void this.#send(hand, { ...action, ms: this.watch.reaction(stamp) });
  }

  async #send(hand: Hand, grab: Take): Promise<void> {
    const round = this.#round;
    const isDone = await hand.play(grab);
    if (!isDone && round === this.#round) this.sent[hand.seat] = undefined; // Refused: the hand is free again.
  }
}
