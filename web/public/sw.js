// What stands when the network falls: the shell from the cache, and a page that says so.
const at = (path) => new URL(path, self.location.href).pathname;
// Caches belong to the whole address, which the house may share with others, and with other houses.
const CACHE = `pandemonium-3:${at('./')}`;
const isOurs = (name) => /^pandemonium-\d+$/.test(name) || /^pandemonium-\d+:(.*)$/.exec(name)?.[1] === at('./');
const OFFLINE = at('offline.html');
const ALWAYS = [OFFLINE, at('icon.svg'), at('theme.js')];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(ALWAYS)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => isOurs(name) && name !== CACHE))
      .then((older) => Promise.all(older.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  // Assets carry their content in their names: what is cached is right for ever.
  else if (url.pathname.startsWith(at('assets/'))) event.respondWith(kept(request));
  else if (ALWAYS.includes(url.pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});

async function kept(request) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) void cache.put(request, answer.clone());
  return answer;
}
