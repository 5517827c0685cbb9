// What a browser adds to the luck, when, and what it keeps of it.
import { afterEach, describe, expect, it, vi } from 'vitest';

import { begun, keep, pledgeOf, recall, share, witnessed, type Evidence } from '../evidence';
import type { Position, Table } from '../wire';

const SALT = 'ab'.repeat(16);
const salt = (): string => SALT;

function table(change: Partial<Pick<Table, 'commitment' | 'sealed'>> = {}, pledges = ['', ''], mine = 0): Table {
  const chairs = pledges.map((pledge, seat) => ({ pledge, yours: seat === mine, kind: 'person' }));
  return { commitment: 'c', sealed: false, game: 'g', seats: 2, options: {}, ...change, chairs } as unknown as Table;
}

/** The same, with nobody but bots beside the reader. */
function alone(...how: Parameters<typeof table>): Table {
  const its = table(...how);
  return { ...its, chairs: its.chairs.map((chair) => ({ ...chair, kind: chair.yours ? 'person' : 'bot' })) };
}

const first = (): Evidence => share(null, table(), salt).evidence;
const PLEDGED = [pledgeOf(SALT), 'theirs'];
/** What a browser has kept when it has shown its salt. */
const shown = (at = table): Evidence =>
  share(share(null, at(), salt).evidence, at({ sealed: true }, PLEDGED), salt).evidence;
const OTHER_SALT = 'cd'.repeat(16);
const positions = (version: number, moments: object[]): Position[] => [{ version, moments }] as unknown as Position[];

describe('a browser', () => {
  it('pledges when it knows the fingerprint of the house’s seed', () => {
    expect(share(null, table(), salt).say).toEqual({ type: 'pledge', seat: 0, pledge: pledgeOf(SALT) });
  });
  it('shows nothing before the pledges are sealed', () => {
    expect(share(first(), table({}, [pledgeOf(SALT), '']), salt).say).toBeNull();
  });
  it('then shows what it pledged, and keeps what the others pledged', () => {
    const { evidence, say } = share(first(), table({ sealed: true }, [pledgeOf(SALT), 'theirs']), salt);
    expect(say).toEqual({ type: 'salt', seat: 0, salt: SALT });
    expect(evidence.pledges).toEqual([pledgeOf(SALT), 'theirs']);
  });
  it('begins anew with another salt when the house has another seed', () => {
    const { evidence, say } = share(first(), table({ commitment: 'd' }), () => OTHER_SALT);
    expect(evidence).toMatchObject({ commitment: 'd', restarts: 0 });
    expect(say).toEqual({ type: 'pledge', seat: 0, pledge: pledgeOf(OTHER_SALT) });
  });
  it('counts it if the house knew its salt by then', () => {
    const { evidence, say } = share(shown(), table({ commitment: 'd' }), () => OTHER_SALT);
    expect(evidence).toMatchObject({ commitment: 'd', restarts: 1, forced: false, pledges: [], shown: false });
    expect(say).toEqual({ type: 'pledge', seat: 0, pledge: pledgeOf(OTHER_SALT) });
    const sealed = share(evidence, table({ commitment: 'd', sealed: true }, [pledgeOf(OTHER_SALT), 'x']), salt);
    expect(share(sealed.evidence, table({ commitment: 'e' }), salt).evidence.restarts).toBe(2);
  });
  it('counts it also if the house sends it to another seat meanwhile, or away', () => {
    const away = share(shown(), table({ commitment: 'd' }, ['', ''], -1), salt).evidence;
    expect(share(away, table({ commitment: 'd' }), salt).evidence.restarts).toBe(1);
    expect(share(shown(), table({}, ['', ''], 1), salt).evidence.restarts).toBe(1);
  });
  it('counts it also if the pledges of several are opened again for the same seed, and draws another salt', () => {
    const { evidence, say } = share(shown(), table(), () => OTHER_SALT);
    expect(evidence).toMatchObject({ restarts: 1, forced: false });
    expect(say).toEqual({ type: 'pledge', seat: 0, pledge: pledgeOf(OTHER_SALT) });
  });
  it('remembers that nobody but bots was there who could have left', () => {
    expect(share(shown(alone), alone({ commitment: 'd' }), salt).evidence).toMatchObject({ restarts: 1, forced: true });
  });
  it('accuses nobody when its owner has got up himself', () => {
    const away = share(shown(alone), alone({ commitment: 'd' }, ['', ''], -1), salt).evidence;
    expect(away).toMatchObject({ restarts: 1, forced: false });
  });
  it('pledges the same once more, alone, for the same seed: its salt may be lost on the way', () => {
    const { evidence, say } = share(shown(alone), alone(), () => OTHER_SALT);
    expect(evidence).toMatchObject({ salt: SALT, restarts: 0, pledges: PLEDGED });
    expect(say).toEqual({ type: 'pledge', seat: 0, pledge: pledgeOf(SALT) });
  });
  it('holds the house to the pledges that came first', () => {
    const sealed = table({ sealed: true }, [pledgeOf(SALT), 'fitted']);
    expect(share(shown(), sealed, salt).evidence.pledges).toEqual(PLEDGED);
    const other = share(first(), table({ sealed: true }, ['', 'theirs']), salt).evidence;
    expect(share(other, table({ sealed: true }, PLEDGED), salt).say).toBeNull();
  });
  it('keeps what it has when the match has begun, whatever it is told of the table', () => {
    const kept = begun(shown());
    expect(share(kept, table({ commitment: 'd' }), salt)).toEqual({ evidence: kept, say: null });
  });
  it('leaves the pledge to another device of the same person that was faster', () => {
    expect(share(null, table({}, ['another', '']), salt).say).toBeNull();
    expect(share(first(), table({}, ['another', '']), salt).say).toBeNull();
  });
  it('adds nothing for who only watches, but keeps the fingerprint and the pledges', () => {
    const { evidence, say } = share(null, table({ sealed: true }, ['one', 'two'], -1), salt);
    expect(say).toBeNull();
    expect(evidence).toMatchObject({ commitment: 'c', seat: null, pledges: ['one', 'two'] });
  });
  it('keeps the game, the seats and the options', () => {
    expect(first()).toMatchObject({ game: 'g', seats: 2, options: {} });
  });
  it('keeps what nature and players did before its eyes, and nothing that is covered', () => {
    const moments = [
      { seq: 0, by: null, text: '' },
      { seq: 1, by: 'nature', text: 'dealer 1' },
      { seq: 2, by: 'nature', text: 'deal 1 ?' },
      { seq: 3, by: 0, text: 'play 7' },
    ];
    const evidence = witnessed(first(), positions(3, moments));
    expect(evidence).toMatchObject({ seen: { 1: 'dealer 1' }, played: { 3: '0 play 7' } });
    expect(Object.keys(evidence.seen)).toEqual(['1']);
  });
  it('forgets what a player has taken back, but nothing that nature did', () => {
    const moments = [
      { seq: 1, by: 'nature', text: 'dealer 1' },
      { seq: 2, by: 0, text: 'play 7' },
      { seq: 3, by: 'nature', text: 'draw 4' },
    ];
    const evidence = witnessed(witnessed(first(), positions(3, moments)), positions(5, []), 1);
    expect(evidence.seen).toEqual({ 1: 'dealer 1', 3: 'draw 4' });
    expect(evidence.played).toEqual({});
  });
  it('lets a window that is behind take nothing back', () => {
    const evidence = witnessed(first(), positions(3, [{ seq: 3, by: 0, text: 'play 7' }]));
    expect(witnessed(evidence, positions(2, [{ seq: 2, by: 1, text: 'play 8' }]), 1).played).toEqual({ 3: '0 play 7' });
  });
});

describe('what is kept', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** As much of a browser's store as is needed here; it has its keys as it likes. */
  function store(): Record<string, string> {
    const methods = {
      getItem(this: Record<string, string>, key: string): string | null {
        return this[key] ?? null;
      },
      setItem(this: Record<string, string>, key: string, value: string): void {
        this[key] = value;
      },
      removeItem(this: Record<string, string>, key: string): void {
        Reflect.deleteProperty(this, key);
      },
    };
    const kept = Object.create(methods) as Record<string, string>;
    vi.stubGlobal('localStorage', kept);
    return kept;
  }

  it('goes by age when there is too much: not the match that is being played', () => {
    store();
    for (let number = 0; number < 60; number++) keep(`t${String(number)}`, first(), 1_000 + number);
    keep('t15', first(), 5_000);
    for (let number = 60; number < 105; number++) keep(`t${String(number)}`, first(), 6_000 + number);
    expect(recall('t15')).not.toBeNull();
    expect(recall('t50')).toBeNull();
    expect(recall('t104')).not.toBeNull();
  });
  it('can be read though an older page wrote it', () => {
    store()['luck-t'] = JSON.stringify({
      commitment: 'c',
      seat: 0,
      salt: SALT,
      pledges: PLEDGED,
      seen: { 1: 'dealer 1' },
    });
    expect(recall('t')).toMatchObject({ commitment: 'c', game: '', shown: false, played: {}, restarts: 0 });
  });
  it('is remembered for as long as the page is open where a browser keeps nothing', () => {
    vi.stubGlobal('localStorage', undefined);
    keep('private', first());
    expect(recall('private')?.salt).toBe(SALT);
    expect(recall('another')).toBeNull();
  });
});
