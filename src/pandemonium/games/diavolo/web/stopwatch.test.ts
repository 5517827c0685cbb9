// When the dice were seen: by the frame that painted them, and only on a page that was fit to race.
import { beforeEach, describe, expect, it } from 'vitest';

import { Stopwatch, type Clockwork } from './stopwatch.svelte';

/** A browser whose time passes when told to. */
class FakeBrowser implements Clockwork {
  time = 1000;
  isHidden = false;
  drawings: (() => void)[] = [];
  now = (): number => this.time;
  hidden = (): boolean => this.isHidden;
  frame = (draw: () => void): void => void this.drawings.push(draw);
  paint(after = 16): void {
    this.time += after;
    const due = this.drawings;
    this.drawings = [];
    for (const draw of due) draw();
  }
}

let browser: FakeBrowser;
let watch: Stopwatch;
beforeEach(() => {
  browser = new FakeBrowser();
  watch = new Stopwatch(browser);
});

describe('a reaction', () => {
  it('runs from the frame in which the dice were painted to the stamp of the press', () => {
    watch.watch();
    browser.paint();
    watch.reveal();
    browser.paint();
    const painted = browser.time;
    browser.time += 640;

    expect(watch.reaction(painted + 612.4)).toBe(612);
    expect(watch.hindrance).toBeNull();
  });

  it('is none before the dice can be seen (5.4)', () => {
    watch.watch();
    browser.paint();
    expect(watch.seen(browser.time)).toBe(false);
    watch.reveal();
    const early = browser.time;
    browser.paint();

    expect(watch.seen(early)).toBe(false);
    expect(watch.seen(browser.time)).toBe(true);
  });

  it('takes the hour of the page for a stamp of another clock', () => {
    watch.reveal();
    browser.paint();
    browser.time += 500;

    expect(watch.reaction(1_700_000_000_000)).toBe(500);
    expect(watch.reaction(0)).toBe(500);
  });

  it('is not measured by a page that came when the dice lay there', () => {
    watch.joined();

    expect(watch.hindrance).toBe('joined');
    expect(watch.seen(browser.time)).toBe(true);
    expect(watch.reaction(browser.time)).toBeNull();
  });
});

describe('a page cannot race', () => {
  it('when it was in the background', () => {
    watch.watch();
    browser.paint();
    browser.isHidden = true;
    watch.reveal();
    browser.isHidden = false;
    browser.paint(5000);

    expect(watch.hindrance).toBe('hidden');
  });

  it('when it painted nothing for long before the reveal', () => {
    watch.watch();
    browser.paint();
    browser.time += 300;
    watch.reveal();
    browser.paint();

    expect(watch.hindrance).toBe('slow');
  });

  it('when it was busy for long after the reveal', () => {
    watch.watch();
    browser.paint();
    watch.reveal();
    browser.paint();
    browser.paint(400);

    expect(watch.hindrance).toBe('slow');
  });

  it('but in the next round it can again', () => {
    watch.reveal();
    browser.paint(400);
    watch.clear();
    watch.watch();
    browser.paint();
    watch.reveal();
    browser.paint();
    browser.paint();

    expect(watch.hindrance).toBeNull();
  });
});
