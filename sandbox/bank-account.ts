import { randomBytes } from 'node:crypto'
import { baseStyle, literal, type Page } from './pages.ts'
import type { ShownSheet } from './wallets/wallet-pages.ts'

/** Texts of the iframe for bank accounts, and the behaviour of each test account. */
const words = {
  en: {
    account: 'Test account',
    explain: 'Sandbox Bank: this account is verified at once, and no money moves.',
    unreachable: 'The account could not be checked. Please try again.',
    accounts: {
      '000123456789': 'pays after some days',
      '000222222227': 'too little money, found after some days',
      '000111111113': 'closed, found after some days',
      '000333333335': 'not authorized, found after some days',
      '000999999991': 'must be verified by small deposits',
    },
  },
  ar: {
    account: 'حساب تجريبي',
    explain: 'مصرف التجربة: يُتحقق من هذا الحساب فورًا، ولا تُنقل أي أموال.',
    unreachable: 'تعذّر التحقق من الحساب. حاول مرة أخرى.',
    accounts: {
      '000123456789': 'يدفع بعد أيام',
      '000222222227': 'رصيد غير كافٍ، يتبيّن بعد أيام',
      '000111111113': 'حساب مغلق، يتبيّن بعد أيام',
      '000333333335': 'خصم غير مأذون به، يتبيّن بعد أيام',
      '000999999991': 'يحتاج إلى تحقق بإيداعات صغيرة',
    },
  },
} as const

/** Renders the choice of a test account, which sends a token to the parent page. */
export function bankAccountPage({ parent, publishableKey, locale, theme }: ShownSheet): Page {
  const nonce = randomBytes(16).toString('base64')
  const w = words[locale]
  const options = Object.entries(w.accounts)
    .map(([number, does]) => `<option value="${number}">\u2066···· ${number.slice(-4)}\u2069 – ${does}</option>`)
    .join('')
  const html = `<!doctype html><html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title>${w.account}</title><meta name="viewport" content="width=device-width,initial-scale=1"><style nonce="${nonce}">${baseStyle(theme)}
form{padding:3px}label{display:block;font-size:14px;font-weight:600;margin-block-end:6px}p{margin:6px 0 0;font-size:14px;color:var(--muted)}
select{inline-size:100%;block-size:48px;padding-inline:14px;border:1px solid var(--control);border-radius:12px;background:var(--surface);color:var(--ink);font:inherit}select:focus-visible{outline:3px solid var(--focus);outline-offset:-1px}</style></head><body>
<form novalidate><label for="account">${w.account}</label><select id="account">${options}</select><p>${w.explain}</p></form>
<script nonce="${nonce}">${script(literal({ parent, publishableKey, unreachable: w.unreachable }))}</script></body></html>`
  return { html, nonce }
}

const script = (settings: string): string => `(() => {
const { parent: parentOrigin, publishableKey, unreachable } = ${settings};
const account = document.getElementById('account');
const say = (message) => window.parent.postMessage({ sunbul: 'bank-account', ...message }, parentOrigin);
document.querySelector('form').addEventListener('submit', (event) => event.preventDefault());
addEventListener('message', async (event) => {
  if (event.origin !== parentOrigin || event.source !== window.parent || !event.data || event.data.sunbul !== 'bank-account' || event.data.type !== 'tokenise') return;
  const id = event.data.id;
  try {
    const body = new URLSearchParams({ type: 'us_bank_account', 'us_bank_account[routing_number]': '110000000', 'us_bank_account[account_number]': account.value });
    const answer = await fetch('/v1/payment_methods', { method: 'POST', headers: { authorization: 'Bearer ' + publishableKey }, body }), result = await answer.json();
    if (!answer.ok) throw new Error(result.error.message);
    say({ type: 'token', id, paymentMethod: { id: result.id } });
  } catch { say({ type: 'error', id, message: unreachable }) }
});
new ResizeObserver(() => say({ type: 'height', height: document.documentElement.offsetHeight })).observe(document.documentElement);
say({ type: 'ready' });
})()`
