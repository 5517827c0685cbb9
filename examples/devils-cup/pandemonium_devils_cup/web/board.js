// The board of Devil’s Cup: draws one moment, and offers what the house says is legal. There is no rule in here.

const look = document.createElement('link');
look.rel = 'stylesheet';
look.href = new URL('./board.css', import.meta.url).href;
await new Promise((ready) => {
  look.onload = look.onerror = ready;
  document.head.append(look);
});

/** So long a lifted cup is looked at. */
const LIFT_MS = 1800;

/** An element with attributes and what is in it. */
function made(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

const called = (worth, words) => words.or(`worth.${String(worth)}`, String(worth));

/** Two dice; a number of two figures is what they are worth. */
function dice(worth) {
  return [...String(worth)].map((face) => made('span', { class: 'devils-cup-die' }, face));
}

function seat(at, { moment: { view }, names, words }) {
  const inside = [
    made('strong', {}, names[at]),
    made('span', {}, words('board.horns', { n: view.horns[at] })),
    made('span', { class: 'soft small' }, at === view.holder ? words('board.holds') : '\u00a0'),
  ];
  return made('li', at === view.turn ? { class: 'devils-cup-turn' } : {}, ...inside);
}

function middle({ moment: { view, facts }, names, words }) {
  const lifted = facts.find(({ type }) => type === 'lifted');
  const seen = lifted ? lifted.worth : view.dice;
  const cup = made('div', { class: lifted ? 'devils-cup-cup devils-cup-lifted' : 'devils-cup-cup', role: 'img' });
  cup.setAttribute('aria-label', seen ? words('board.dice', { dice: called(seen, words) }) : words('board.cup'));
  if (seen) cup.append(...dice(seen));
  const said = view.claimer !== null
    ? words('board.claims', { name: names[view.claimer], claim: called(view.claim, words) })
    : words('board.no-claim');
  return [cup, made('p', { class: 'devils-cup-claim' }, said), made('p', { class: 'soft small' }, before(view, words))];
}

/** How the round before ended. */
function before({ last }, words) {
  if (!last) return '\u00a0';
  const claim = called(last.claim, words);
  return last.dice === null
    ? words('board.not-seen', { claim })
    : words('board.lay', { claim, dice: called(last.dice, words) });
}

function offer(action, { play, words, moment }) {
  const said = words.called(action, action.type);
  const button = made('button', { class: 'button', type: 'button', 'aria-label': said });
  button.textContent = action.type === 'claim' ? String(action.worth) : said;
  if (action.type === 'claim' && action.worth === moment.view.dice) button.classList.add('call');
  button.addEventListener('click', () => play(action));
  return button;
}

export function board(place, given) {
  const title = made('p', { class: 'soft small' });
  const seats = made('ul', { class: 'plain devils-cup-seats' });
  const table = made('div', { class: 'devils-cup-middle', 'data-middle': '' });
  const offers = made('div', { class: 'devils-cup-offers', 'data-offers': '' });
  place.append(made('div', { class: 'devils-cup' }, title, seats, table, offers));
  let offered = '';
  let shown = -1;
  let waiting = 0;

  function show(given) {
    const { moment, legal, names, words, still, seen } = given;
    title.textContent = words('board.round', { round: moment.view.round });
    seats.replaceChildren(...names.map((_, at) => seat(at, given)));
    table.replaceChildren(...middle(given));
    // Buttons stay as long as they mean the same, so that the keyboard stays on them.
    const now = JSON.stringify([words.language, moment.seq, legal]);
    if (now !== offered) {
      offers.replaceChildren(...legal.map((action) => offer(action, given)));
      offers.classList.toggle('devils-cup-claims', legal.some(({ type }) => type === 'claim'));
    }
    offered = now;
    if (moment.seq === shown) return;
    shown = moment.seq;
    clearTimeout(waiting);
    // A cup that is lifted is looked at for a while; all else is seen at once.
    const lifts = given.before !== null && !still && moment.facts.some(({ type }) => type === 'lifted');
    if (lifts) waiting = setTimeout(() => seen(moment.seq), LIFT_MS);
    else seen(moment.seq);
  }

  show(given);
  return {
    show,
    close() {
      clearTimeout(waiting);
      place.replaceChildren();
    },
  };
}

/** What the players hid from each other, in a replay. */
export function openHands(place, given) {
  function show({ views, words }) {
    const holder = views.find((view) => view && view.dice > 0);
    place.replaceChildren(
      made('p', {}, holder ? words('board.dice', { dice: called(holder.dice, words) }) : words('board.cup')),
    );
  }
  show(given);
  return { show };
}
