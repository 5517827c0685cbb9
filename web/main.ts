// The door: everything that the page needs before it can be read.
import './fonts.css';
import './tokens.css';
import './base.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { at } from './base';
import { house } from './house.svelte';

const page = document.getElementById('page');
if (page === null) throw new Error('index.html has lost its page');

await house.open();
mount(App, { target: page });
void document.fonts.load('italic 1em Alegreya');

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  navigator.serviceWorker.register(at('/sw.js')).catch(() => undefined);
}
