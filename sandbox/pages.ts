import { randomBytes } from 'node:crypto'
import { testNumbers } from './cards.ts'

export type Page = { readonly html: string; readonly nonce: string }
export type Locale = 'en' | 'ar'

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
/** Serializes a value for an inline script, with `<` escaped so that no text can end the script. */
export const literal = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const words = {
  en: {
    number: 'Card number',
    expiry: 'Expiry date',
    expiryHint: 'MM / YY',
    cvc: 'Security code',
    cvcHint: 'CVC',
    invalid_number: 'Enter the whole card number.',
    incorrect_number: 'This card number is not right. Please check it.',
    invalid_expiry: 'Enter the date on the card, such as 12 / 29.',
    expired: 'This date has passed.',
    invalid_cvc: 'Enter the 3 or 4 digits of the security code.',
    unreachable: 'The card could not be checked. Please try again.',
    bank: 'Sandbox Bank',
    question: 'Is this payment yours?',
    explain: 'Your bank checks that it is really you. This is a test bank: no money moves.',
    approve: 'Yes, approve',
    decline: 'No, decline',
    done: 'Thank you',
    doneText: 'You can go back to your gift.',
    back: 'Back to your gift',
    gone: 'This question is no longer open',
    pay: 'Payment of',
  },
  ar: {
    number: 'رقم البطاقة',
    expiry: 'تاريخ الانتهاء',
    expiryHint: 'MM / YY',
    cvc: 'رمز الأمان',
    cvcHint: 'CVC',
    invalid_number: 'أدخل رقم البطاقة كاملًا.',
    incorrect_number: 'رقم البطاقة غير صحيح. يُرجى التحقق منه.',
    invalid_expiry: 'أدخل التاريخ المدوَّن على البطاقة، مثل 12 / 29.',
    expired: 'انقضى هذا التاريخ.',
    invalid_cvc: 'أدخل أرقام رمز الأمان الثلاثة أو الأربعة.',
    unreachable: 'تعذّر التحقق من البطاقة. حاول مرة أخرى.',
    bank: 'مصرف التجربة',
    question: 'هل هذه الدفعة لك؟',
    explain: 'يتحقق مصرفك من أنك أنت فعلًا. هذا مصرف تجريبي، ولا تُنقل أي أموال.',
    approve: 'نعم، أوافق',
    decline: 'لا، أرفض',
    done: 'شكرًا لك',
    doneText: 'يمكنك العودة إلى تبرعك.',
    back: 'العودة إلى تبرعك',
    gone: 'لم يعد هذا السؤال مفتوحًا',
    pay: 'دفعة بقيمة',
  },
} as const

const colours = `:root{color-scheme:light;--canvas:#FFFFFF;--ink:#141917;--muted:#4C534D;--control:#7A827B;--surface:#FFFFFF;--focus:#2556B4;--danger:#A32730;--brand:#2C633D;--on-brand:#FFFFFF;--soft:#EAEEEB}`
const darkColours = `--canvas:#151B18;--ink:#EEF2EF;--muted:#B9C2BC;--control:#76817A;--surface:#151B18;--focus:#A2C3FE;--danger:#FC7D7C;--brand:#67C082;--on-brand:#0F2516;--soft:#0A0E0C;color-scheme:dark`
function themeStyle(theme: string | null): string {
  if (theme === 'light') return ''
  return theme === 'dark' ? `:root{${darkColours}}` : `@media(prefers-color-scheme:dark){:root{${darkColours}}}`
}
export const baseStyle = (theme: string | null): string =>
  `${colours}${themeStyle(theme)}*{box-sizing:border-box}body{margin:0;background:transparent;color:var(--ink);font:16px/1.5 Figtree,Vazirmatn,system-ui,-apple-system,"Segoe UI",Tahoma,sans-serif}`

/** Renders the card fields. The number stays on this origin; the parent page gets a token. */
export function cardPage({
  parent,
  publishableKey,
  locale,
  theme,
}: {
  parent: string
  publishableKey: string
  locale: Locale
  theme: string | null
}): Page {
  const nonce = randomBytes(16).toString('base64')
  const w = words[locale]
  const field = (id: string, label: string, attributes: string) =>
    `<div class="f ${id}"><label for="${id}">${label}</label><p class="e" id="${id}-error" aria-live="polite"></p><input id="${id}" dir="ltr" inputmode="numeric" aria-describedby="${id}-error" ${attributes}></div>`
  const html = `<!doctype html><html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title>${w.number}</title><meta name="viewport" content="width=device-width,initial-scale=1"><style nonce="${nonce}">${baseStyle(theme)}
form{display:grid;grid-template-columns:1fr 1fr;gap:16px 12px;padding:3px}.number{grid-column:1/-1;position:relative}label{display:block;font-size:14px;font-weight:600;margin-block-end:6px}
input{inline-size:100%;block-size:48px;padding-inline:14px;border:1px solid var(--control);border-radius:12px;background:var(--surface);color:var(--ink);font:inherit;font-variant-numeric:tabular-nums;text-align:start}
[dir=rtl] input{text-align:right}input:focus-visible{outline:3px solid var(--focus);outline-offset:-1px}input[aria-invalid=true]{border-color:var(--danger);border-width:2px}.e{margin:0;color:var(--danger);font-size:14px;font-weight:600}.e:not(:empty){margin-block-end:6px}
#brand{position:absolute;inset-inline-end:14px;inset-block-end:13px;font-size:13px;font-weight:600;color:var(--muted);pointer-events:none}@media(max-width:220px){form{grid-template-columns:1fr}}</style></head><body>
<form novalidate>${field('number', w.number, 'autocomplete="cc-number" maxlength="23" placeholder="1234 1234 1234 1234"')}${field('expiry', w.expiry, `autocomplete="cc-exp" maxlength="7" placeholder="${w.expiryHint}"`)}${field('cvc', w.cvc, `autocomplete="cc-csc" maxlength="4" placeholder="${w.cvcHint}"`)}</form>
<script nonce="${nonce}">${cardScript(literal({ parent, publishableKey, w }))}</script></body></html>`
  return { html, nonce }
}

const cardScript = (settings: string): string => `(() => {
const { parent: parentOrigin, publishableKey, w } = ${settings};
const by = (id) => document.getElementById(id), number = by('number'), expiry = by('expiry'), cvc = by('cvc');
const brand = document.createElement('span'); brand.id = 'brand'; brand.setAttribute('aria-hidden', 'true'); document.querySelector('.number').append(brand);
const say = (message) => window.parent.postMessage({ sunbul: 'card', ...message }, parentOrigin);
const western = (text) => text.replace(/[\\u0660-\\u0669]/g, (d) => d.charCodeAt(0) - 0x660).replace(/[\\u06f0-\\u06f9]/g, (d) => d.charCodeAt(0) - 0x6f0);
const digits = (text) => western(text).replace(/\\D/g, '');
const brandOf = (n) => /^4/.test(n) ? 'visa' : /^(5[1-5]|2[2-7])/.test(n) ? 'mastercard' : /^3[47]/.test(n) ? 'amex' : '';
const luhn = (n) => [...n].reverse().reduce((s, d, i) => { let v = +d; if (i % 2) { v *= 2; if (v > 9) v -= 9 } return s + v }, 0) % 10 === 0;
const checks = {
  number: () => { const n = digits(number.value); return n.length < 12 ? 'invalid_number' : luhn(n) ? '' : 'incorrect_number' },
  expiry: () => { const d = digits(expiry.value); if (d.length !== 4 || +d.slice(0, 2) < 1 || +d.slice(0, 2) > 12) return 'invalid_expiry'; const now = new Date(), y = 2000 + +d.slice(2); return y < now.getFullYear() || (y === now.getFullYear() && +d.slice(0, 2) < now.getMonth() + 1) ? 'expired' : '' },
  cvc: () => /^\\d{3,4}$/.test(digits(cvc.value)) ? '' : 'invalid_cvc',
};
const show = (id, code) => { by(id + '-error').textContent = code ? w[code] || code : ''; by(id).setAttribute('aria-invalid', code ? 'true' : 'false'); size() };
const size = () => say({ type: 'height', height: Math.ceil(document.documentElement.getBoundingClientRect().height) });
const keepCaret = (input, text) => { if (input.value !== text) { const atEnd = input.selectionStart === input.value.length; input.value = text; if (atEnd) input.setSelectionRange(text.length, text.length) } };
number.addEventListener('input', () => { const n = digits(number.value).slice(0, 19), b = brandOf(n); keepCaret(number, b === 'amex' ? [n.slice(0, 4), n.slice(4, 10), n.slice(10, 15)].filter(Boolean).join(' ') : (n.match(/.{1,4}/g) || []).join(' ')); brand.textContent = { visa: 'Visa', mastercard: 'Mastercard', amex: 'Amex' }[b] || '' });
expiry.addEventListener('input', (event) => { let d = digits(expiry.value).slice(0, 4); if (/^[2-9]$/.test(d)) d = '0' + d; if (event.inputType !== 'deleteContentBackward' || d.length > 2) keepCaret(expiry, d.length >= 2 ? d.slice(0, 2) + ' / ' + d.slice(2) : d) });
cvc.addEventListener('input', () => keepCaret(cvc, digits(cvc.value).slice(0, 4)));
// On phones, a complete field leads to the next one, so that the card takes one tap.
const lead = (from, to, isComplete) => from.addEventListener('input', (event) => { if (matchMedia('(pointer: coarse)').matches && /^insert/.test(event.inputType || '') && to.value === '' && isComplete()) to.focus() });
lead(number, expiry, () => { const n = digits(number.value); return n.length === (brandOf(n) === 'amex' ? 15 : 16) && luhn(n) });
lead(expiry, cvc, () => !checks.expiry());
for (const id of ['number', 'expiry', 'cvc']) {
  by(id).addEventListener('blur', () => { if (by(id).value) show(id, checks[id]()) });
  by(id).addEventListener('input', () => { if (by(id).getAttribute('aria-invalid') === 'true' && !checks[id]()) show(id, ''); say({ type: 'change', complete: Object.values(checks).every((check) => !check()), brand: brandOf(digits(number.value)) }) });
}
document.querySelector('form').addEventListener('submit', (event) => { event.preventDefault(); say({ type: 'submit' }) });
addEventListener('message', async (event) => {
  if (event.origin !== parentOrigin || event.source !== window.parent || !event.data || event.data.sunbul !== 'card') return;
  if (event.data.type === 'focus') return number.focus();
  if (event.data.type !== 'tokenise') return;
  const id = event.data.id, wrong = Object.keys(checks).filter((name) => checks[name]());
  for (const name of Object.keys(checks)) show(name, checks[name]());
  if (wrong.length) { by(wrong[0]).focus(); return say({ type: 'error', id, code: checks[wrong[0]](), message: w[checks[wrong[0]]()] }) }
  const d = digits(expiry.value);
  try {
    const body = new URLSearchParams({ type: 'card', 'card[number]': digits(number.value), 'card[exp_month]': String(+d.slice(0, 2)), 'card[exp_year]': String(2000 + +d.slice(2)), 'card[cvc]': digits(cvc.value) });
    const answer = await fetch('/v1/payment_methods', { method: 'POST', headers: { authorization: 'Bearer ' + publishableKey }, body }), result = await answer.json();
    if (!answer.ok) { const code = result.error.code || 'unreachable'; show(code.includes('cvc') ? 'cvc' : code.includes('expiry') ? 'expiry' : 'number', w[code] ? code : 'invalid_number'); return say({ type: 'error', id, code, message: w[code] || result.error.message }) }
    say({ type: 'token', id, paymentMethod: { id: result.id, brand: result.card.brand, last4: result.card.last4, expMonth: result.card.exp_month, expYear: result.card.exp_year } });
  } catch { say({ type: 'error', id, code: 'unreachable', message: w.unreachable }) }
});
new ResizeObserver(size).observe(document.documentElement); say({ type: 'ready' });
})()`

const challengeStyle = (theme: string | null): string =>
  `${baseStyle(theme)}body{background:var(--canvas);display:grid;place-items:center;min-block-size:100vh;padding:24px}main{inline-size:100%;max-inline-size:24rem;text-align:center}.bank{display:inline-flex;gap:8px;align-items:center;font-weight:650;color:var(--brand);margin-block-end:24px}h1{font-size:22px;line-height:1.3;margin:0 0 8px}p{margin:0 0 16px;color:var(--muted)}.sum{background:var(--soft);border-radius:14px;padding:16px;margin-block-end:24px;color:var(--ink)}.sum b{display:block;font-size:26px;font-variant-numeric:tabular-nums}form{margin:0 0 12px}button,.link{inline-size:100%;min-block-size:48px;border-radius:14px;border:1px solid var(--control);background:transparent;color:var(--ink);font:inherit;font-weight:650;cursor:pointer;display:grid;place-items:center;text-decoration:none}.yes button,.link{background:var(--brand);border-color:var(--brand);color:var(--on-brand)}:focus-visible{outline:3px solid var(--focus);outline-offset:2px}`

const zeroDecimals = new Set(['jpy', 'krw', 'vnd', 'rwf', 'xof', 'xaf', 'djf'])
const threeDecimals = new Set(['kwd', 'bhd', 'omr', 'jod', 'iqd', 'lyd', 'tnd'])
function written(minor: number, currency: string): string {
  const decimals = zeroDecimals.has(currency) ? 0 : 2 + Number(threeDecimals.has(currency))
  return `${(minor / 10 ** decimals).toFixed(decimals)} ${currency.toUpperCase()}`
}

/**
 * Renders the 3-D Secure challenge. Its forms post to an unguessable URL, so other sites can't respond for the donor.
 */
export function challengePage({
  id,
  amount,
  description,
  locale,
}: {
  id: string
  amount: { minor: number; currency: string } | undefined
  description: string
  locale: Locale
}): Page {
  const nonce = randomBytes(16).toString('base64')
  const w = words[locale]
  const query = locale === 'ar' ? '?locale=ar' : ''
  const html = `<!doctype html><html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title>${w.bank}</title><meta name="viewport" content="width=device-width,initial-scale=1"><style nonce="${nonce}">${challengeStyle(null)}</style></head><body><main><div class="bank">◆ ${w.bank}</div><h1>${w.question}</h1><p>${w.explain}</p>${amount ? `<div class="sum">${w.pay}<b><bdi>${escape(written(amount.minor, amount.currency))}</bdi></b><span dir="auto">${escape(description)}</span></div>` : ''}<form class="yes" method="post" action="/3ds/${escape(id)}/approve${query}"><button>${w.approve}</button></form><form method="post" action="/3ds/${escape(id)}/decline${query}"><button>${w.decline}</button></form></main></body></html>`
  return { html, nonce }
}

/**
 * Notifies the parent page that the challenge is complete, or redirects back if there is no parent. The message is only
 * a hint: the product asks the API for the result.
 */
export function challengeDonePage({
  outcome,
  parents,
  returnUrl,
  locale,
}: {
  outcome: 'approved' | 'declined' | 'gone'
  parents: readonly string[]
  returnUrl: string | undefined
  locale: Locale
}): Page {
  const nonce = randomBytes(16).toString('base64')
  const w = words[locale]
  const html = `<!doctype html><html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title>${w.bank}</title><meta name="viewport" content="width=device-width,initial-scale=1"><style nonce="${nonce}">${challengeStyle(null)}</style></head><body><main><div class="bank">◆ ${w.bank}</div><h1>${outcome === 'gone' ? w.gone : w.done}</h1><p>${w.doneText}</p>${returnUrl ? `<a class="link" href="${escape(returnUrl)}" target="_top">${w.back}</a>` : ''}</main><script nonce="${nonce}">(() => { const parents = ${literal(parents)}, returnUrl = ${literal(returnUrl ?? null)}; if (window.parent !== window) for (const origin of parents) window.parent.postMessage({ sunbul: '3ds', type: 'finished', outcome: ${literal(outcome)} }, origin); else if (returnUrl) location.replace(returnUrl) })()</script></body></html>`
  return { html, nonce }
}

/** Renders the page that explains the sandbox. */
export function indexPage({
  areWalletsOff,
  pendingDebits,
}: {
  readonly areWalletsOff: boolean
  readonly pendingDebits: number
}): Page {
  const nonce = randomBytes(16).toString('base64')
  const rows = Object.entries(testNumbers)
    .map(([number, behaviour]) => `<tr><td><code>${number}</code></td><td>${behaviour.replaceAll('-', ' ')}</td></tr>`)
    .join('')
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sandbox bank</title><meta name="viewport" content="width=device-width,initial-scale=1"><style nonce="${nonce}">${baseStyle(null)}body{background:var(--canvas);padding:32px}main{max-inline-size:44rem;margin:auto}table{border-collapse:collapse;inline-size:100%}td{padding:8px 0;border-block-end:1px solid var(--soft)}</style></head><body><main><h1>The sandbox bank</h1><p>A payment gateway of its own that speaks Stripe’s API and moves no money. These cards do what they say, with any later date and any code.</p><table>${rows}</table><h2>Test wallets</h2><p>${areWalletsOff ? 'No browser is offered a wallet.' : 'Every browser is offered the wallets of this bank.'}</p><form method="post" action="/wallets/${areWalletsOff ? 'on' : 'off'}"><button>${areWalletsOff ? 'Offer wallets' : 'Offer no wallet'}</button></form><h2>Bank debits</h2><p>Pending: ${pendingDebits}. Banks take days; here they decide at a press of this button.</p><form method="post" action="/bank-debits/settle"><button>Let the banks decide</button></form></main></body></html>`
  return { html, nonce }
}
