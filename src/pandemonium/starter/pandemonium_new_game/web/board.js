// The board of New Game: draws one moment, and offers what the house says is legal. There is no rule in here.
// The page calls board(place, given) once, and show(given) whenever something has changed. What is given is explained in
// docs/boxes.md of the house. Its colours, spaces and buttons (var(--ink), class="button") may be used.

const look = document.createElement('link');
look.rel = 'stylesheet';
look.href = new URL('./board.css', import.meta.url).href;
await new Promise((ready) => {
  look.onload = look.onerror = ready;
  document.head.append(look);
});

/** An element with attributes and what is in it. */
function made(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

function seat(at, { moment: { view }, names, words }) {
  const own = at === view.eyes && view.die > 0;
  const cup = made('span', { class: 'new-game-cup' }, own ? String(view.die) : view.thrown[at] ? '?' : '');
  cup.setAttribute('role', 'img');
  cup.setAttribute('aria-label', own ? words('board.die', { die: view.die }) : words('board.cup'));
  const lines = [made('strong', {}, names[at]), cup, made('span', {}, words('board.coals', { n: view.coals[at] }))];
  if (view.lifted) lines.push(made('span', { class: 'soft small' }, words('board.lay', { die: view.lifted[at] })));
  return made('li', at === view.turn ? { class: 'new-game-turn' } : {}, ...lines);
}

function offer(action, { play, words }) {
  const button = made('button', { class: 'button call', type: 'button' }, words.called(action, action.type));
  button.addEventListener('click', () => play(action));
  return button;
}

export function board(place, given) {
  const title = made('p', { class: 'soft' });
  const seats = made('ul', { class: 'plain new-game-seats', 'data-middle': '' });
  const offers = made('div', { class: 'row new-game-offers', 'data-offers': '' });
  place.append(made('div', { class: 'new-game' }, title, seats, offers));
  let offered = '';

  function show(given) {
    const { moment, legal, names, words, seen } = given;
    title.textContent = words('board.round', { round: moment.view.round });
    seats.replaceChildren(...names.map((_, at) => seat(at, given)));
    // Buttons stay as long as they mean the same, so that the keyboard stays on them.
    const now = JSON.stringify([words.language, moment.seq, legal]);
    if (now !== offered) offers.replaceChildren(...legal.map((action) => offer(action, given)));
    offered = now;
    seen(moment.seq); // Nothing moves here: it has been seen at once.
  }

  show(given);
  return { show, close: () => place.replaceChildren() };
}
