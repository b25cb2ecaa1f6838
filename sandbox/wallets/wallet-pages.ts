import { randomBytes } from 'node:crypto'
import { brandOf } from '../cards.ts'
import { baseStyle, literal, type Locale, type Page } from '../pages.ts'
import { walletPersons, walletTexts } from './texts.ts'

export const walletNames = ['applepay', 'googlepay'] as const
export type WalletName = (typeof walletNames)[number]

/** The parent page of an iframe, and the iframe's appearance. */
export type ShownSheet = {
  readonly parent: string
  readonly publishableKey: string
  readonly locale: Locale
  readonly theme: string | null
}

const head = ({ locale }: ShownSheet, title: string, style: string, nonce: string) =>
  `<!doctype html><html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width,initial-scale=1"><style nonce="${nonce}">${style}</style></head>`

/**
 * Renders the wallets' buttons. The parent page is notified of a click and has a second to accept it. The sheet is
 * another iframe, so that it can cover the whole page.
 */
export function walletButtonsPage(view: ShownSheet, offered: readonly WalletName[]): Page {
  const nonce = randomBytes(16).toString('base64')
  const words = walletTexts[view.locale]
  const style = `${baseStyle(view.theme)}body{display:grid;gap:8px;padding:3px}button{inline-size:100%;min-block-size:48px;padding-inline:12px;border:1px solid var(--ink);border-radius:12px;background:var(--ink);color:var(--canvas);font:inherit;font-weight:650;cursor:pointer}button:focus-visible{outline:3px solid var(--focus);outline-offset:-1px;box-shadow:inset 0 0 0 4px var(--canvas)}@media(min-width:300px){body{grid-auto-flow:column;grid-auto-columns:1fr}button{padding-inline:4px;font-size:14px}}`
  const buttons = offered.map((wallet) => `<button type="button" id="${wallet}">${words[wallet]}</button>`).join('')
  const script = `(() => {
const parentOrigin = ${literal(view.parent)}, offered = ${literal(offered)}; let pendingClick;
const say = (message) => window.parent.postMessage({ sunbul: 'wallets', ...message }, parentOrigin);
const size = () => say({ type: 'height', height: Math.ceil(document.documentElement.getBoundingClientRect().height) });
for (const wallet of offered) document.getElementById(wallet).addEventListener('click', () => { if (pendingClick) return; pendingClick = setTimeout(() => { pendingClick = undefined; console.warn('the page did not respond to a click on a wallet within a second') }, 1000); say({ type: 'click', wallet }) });
addEventListener('message', (event) => {
  if (event.origin !== parentOrigin || event.source !== window.parent || !event.data || event.data.sunbul !== 'wallets') return;
  const { type, wallet } = event.data;
  if (type === 'resolve' && pendingClick) { clearTimeout(pendingClick); pendingClick = undefined; say({ type: 'open', wallet }) }
  if (type === 'reject') { clearTimeout(pendingClick); pendingClick = undefined }
  if (type === 'focus' && offered.includes(wallet)) document.getElementById(wallet).focus();
});
new ResizeObserver(size).observe(document.documentElement); say({ type: 'ready', wallets: offered });
})()`
  const html = `${head(view, words.buttons, style, nonce)}<body>${buttons}<script nonce="${nonce}">${script}</script></body></html>`
  return { html, nonce }
}

const sheetStyle = `body{min-block-size:100vh;min-block-size:100dvh;display:grid;align-items:end;justify-items:center;background:rgb(0 0 0 / 55%)}main{inline-size:100%;max-inline-size:28rem;max-block-size:100vh;max-block-size:100dvh;overflow:auto;background:var(--canvas);border-radius:20px 20px 0 0;padding:20px 20px 24px}h1{font-size:20px;line-height:1.3;margin:0}p{margin:4px 0 16px;color:var(--muted);font-size:14px}dl{margin:0 0 16px;display:grid;gap:8px}dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:2px 16px}dt{overflow-wrap:anywhere}dd{margin:0;font-variant-numeric:tabular-nums}.sum{font-weight:650;border-block-start:1px solid var(--control);padding-block-start:8px}label{display:block;font-size:14px;font-weight:600;margin-block-end:6px}select{inline-size:100%;min-block-size:48px;margin-block-end:16px;padding-inline:12px;border:1px solid var(--control);border-radius:12px;background:var(--surface);color:var(--ink);font:inherit}button{inline-size:100%;min-block-size:48px;border-radius:14px;border:1px solid var(--control);background:transparent;color:var(--ink);font:inherit;font-weight:650;cursor:pointer}#approve{background:var(--brand);border-color:var(--brand);color:var(--on-brand);margin-block-end:8px}button:disabled{opacity:.6}:focus-visible{outline:3px solid var(--focus);outline-offset:2px}#state{color:var(--danger);font-weight:600;margin:0}#state:not(:empty){margin-block-end:12px}@media(min-width:600px){body{align-items:center}main{border-radius:20px}}`

/**
 * Renders a wallet's sheet over the page: amount, card and payer. It closes once its token is created; a 3-D Secure
 * challenge follows on the page.
 */
export function walletSheetPage(view: ShownSheet, wallet: WalletName): Page {
  const nonce = randomBytes(16).toString('base64')
  const words = walletTexts[view.locale]
  const cards = Object.entries(words.cards)
    .map(
      ([number, does]) =>
        `<option value="${number}">${brandOf(number) === 'visa' ? 'Visa' : ''} •• ${number.slice(-4)} (${does})</option>`,
    )
    .join('')
  const persons = walletPersons
    .map(
      ({ name, email, address }, index) =>
        `<option value="${index}">${[name || words.withoutName, email || words.withoutEmail, address.country].join(', ')}</option>`,
    )
    .join('')
  const name = words[wallet]
  const settings = literal({ parent: view.parent, key: view.publishableKey, words, persons: walletPersons, wallet })
  const html = `${head(view, name, `${baseStyle(view.theme)}${sheetStyle}`, nonce)}<body><main role="dialog" aria-modal="true" aria-labelledby="title"><h1 id="title">${name}</h1><p>${words.explain}</p><dl id="lines"></dl><label for="card">${words.card}</label><select id="card">${cards}</select><label for="person">${words.person}</label><select id="person">${persons}</select><p id="state" role="alert"></p><button type="button" id="approve" disabled>${words.approve.replace('{amount}', '')}</button><button type="button" id="cancel">${words.cancel}</button></main><script nonce="${nonce}">${sheetScript(settings)}</script></body></html>`
  return { html, nonce }
}

const sheetScript = (settings: string): string => `(() => {
const { parent: parentOrigin, key, words, persons, wallet } = ${settings};
const by = (id) => document.getElementById(id), approve = by('approve'), cancel = by('cancel');
const say = (message) => window.parent.postMessage({ sunbul: 'wallet-sheet', ...message }, parentOrigin);
const written = (amount, currency, exponent) => '\\u2068' + new Intl.NumberFormat('en', { style: 'currency', currencyDisplay: 'narrowSymbol', currency: currency.toUpperCase(), minimumFractionDigits: exponent, maximumFractionDigits: exponent }).format(amount / 10 ** exponent) + '\\u2069';
const line = (name, amount, kind) => { const row = document.createElement('div'), term = document.createElement('dt'), value = document.createElement('dd'); if (kind) row.className = kind; term.textContent = name; term.dir = 'auto'; value.textContent = amount; row.append(term, value); by('lines').append(row) };
const leave = () => { if (!cancel.disabled) say({ type: 'cancel' }) };
function open({ lines, total, currency, exponent, plan }) {
  by('lines').replaceChildren();
  for (const { name, amount } of lines) line(name, written(amount, currency, exponent));
  line(words.total, written(total, currency, exponent), 'sum');
  if (plan) line(words.plan, plan);
  approve.textContent = words.approve.replace('{amount}', written(total, currency, exponent));
  approve.disabled = false; approve.focus();
}
approve.addEventListener('click', () => { const { email, name, address } = persons[+by('person').value]; approve.disabled = cancel.disabled = true; approve.textContent = words.working; say({ type: 'confirm', wallet, billingDetails: { ...(email ? { email } : {}), ...(name ? { name } : {}), address } }) });
cancel.addEventListener('click', leave);
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') { event.preventDefault(); return leave() }
  if (event.key !== 'Tab') return;
  const stops = [...document.querySelectorAll('select, button:not(:disabled)')], first = stops[0], last = stops[stops.length - 1];
  if (event.shiftKey && document.activeElement === first) { event.preventDefault(); last.focus() }
  else if (!event.shiftKey && document.activeElement === last) { event.preventDefault(); first.focus() }
});
async function tokenise() {
  const { email, name } = persons[+by('person').value];
  const body = new URLSearchParams({ wallet: wallet === 'applepay' ? 'apple_pay' : 'google_pay', 'payment_method_data[type]': 'card', 'payment_method_data[card][number]': by('card').value, 'payment_method_data[card][exp_month]': '12', 'payment_method_data[card][exp_year]': String(new Date().getFullYear() + 3), 'payment_method_data[billing_details][email]': email, 'payment_method_data[billing_details][name]': name });
  try {
    const answer = await fetch('/v1/confirmation_tokens', { method: 'POST', headers: { authorization: 'Bearer ' + key }, body }), result = await answer.json();
    if (!answer.ok) throw new Error(result.error.message);
    say({ type: 'token', token: result.id });
  } catch { say({ type: 'failed', message: words.unreachable }) }
}
addEventListener('message', (event) => {
  if (event.origin !== parentOrigin || event.source !== window.parent || !event.data || event.data.sunbul !== 'wallet-sheet') return;
  if (event.data.type === 'open') open(event.data.order);
  if (event.data.type === 'tokenise') void tokenise();
});
say({ type: 'ready' });
})()`
