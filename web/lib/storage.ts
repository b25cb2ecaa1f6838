import { isEmbeddedForm } from '#shared/pages/embedded-form.ts'

/**
 * Whether this page is the form for frames of other websites (security-17): it reads and sets no cookie and remembers
 * nothing beyond its tab. Always false on the server.
 */
export const isEmbedded = (): boolean => typeof location !== 'undefined' && isEmbeddedForm(location.pathname)

/** The only things the browser keeps (privacy-9): preferences and ids, no names, no card data, no tokens. */
export type Stored = {
  readonly userTaxDeductiblePreference: boolean
  readonly basket: string
  readonly userPreferredCurrency: string
  readonly savedCard: string
  readonly checkoutPreferences: {
    readonly anonymous: boolean
    readonly newsletter: boolean
    readonly tipChoice: string
  }
  readonly donationAmount: { readonly amount: string; readonly currency: string }
  readonly donationTip: { readonly amount: string; readonly currency: string }
  readonly donationPlan: string
  /** Whether the desk listens to single keys (WCAG 2.1.4). */
  readonly deskKeys: boolean
}

const version = 1
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 200
const isAmount = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  /^\d{1,15}$/.test(String((value as { amount?: unknown }).amount)) &&
  /^[A-Z]{3}$/.test(String((value as { currency?: unknown }).currency))

const shapes: { readonly [Key in keyof Stored]: (value: unknown) => boolean } = {
  userTaxDeductiblePreference: (value) => typeof value === 'boolean',
  basket: isText,
  userPreferredCurrency: (value) => /^[A-Z]{3}$/.test(String(value)),
  savedCard: isText,
  checkoutPreferences: (value) => {
    if (typeof value !== 'object' || value === null) return false
    const { anonymous, newsletter, tipChoice } = value as Record<string, unknown>
    return typeof anonymous === 'boolean' && typeof newsletter === 'boolean' && isText(tipChoice)
  },
  donationAmount: isAmount,
  donationTip: isAmount,
  donationPlan: isText,
  deskKeys: (value) => typeof value === 'boolean',
}

/** What is kept under a key; an entry of another version, shape or in no JSON at all is as if it were not there. */
export function recall<Key extends keyof Stored>(key: Key): Stored[Key] | undefined {
  if (isEmbedded()) return undefined
  try {
    const entry = JSON.parse(localStorage.getItem(key) ?? 'null') as { version?: unknown; value?: unknown } | null
    return entry?.version === version && shapes[key](entry.value) ? (entry.value as Stored[Key]) : undefined
  } catch {
    return undefined
  }
}

/** Stores a value or, with `undefined`, deletes it. A browser without storage is no error. */
export function remember<Key extends keyof Stored>(key: Key, value: Stored[Key] | undefined): void {
  if (isEmbedded()) return
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ version, value }))
  } catch {
    // storage is full or forbidden: the page works without it
  }
}

/** What could not be written down, for as long as this page lives. */
const unwritten = new Map<string, string>()

/**
 * Keeps for this tab, under a name that begins with `sunbul.`; what the browser refuses to keep stays until the page
 * goes.
 */
export function keep(name: string, value: unknown): void {
  const text = JSON.stringify(value ?? null)
  try {
    sessionStorage.setItem(name, text)
    unwritten.delete(name)
  } catch {
    unwritten.set(name, text)
  }
}

/** What this tab keeps under a name. */
export function kept<Value>(name: string): Value | undefined {
  try {
    return (JSON.parse(unwritten.get(name) ?? sessionStorage.getItem(name) ?? 'null') as Value | null) ?? undefined
  } catch {
    return undefined
  }
}

/**
 * Set at logout, so that the next page deletes personal values; it works although the page that was left may never have
 * been hydrated.
 */
const leftCookie = 'left'
/** The visit that the tabs of a browser share, an id and no more; it goes when the browser is closed. */
export const visitCookie = 'visit'

/** Headers of the logout response: later gifts belong to another visit. */
export const leavingHeaders: [string, string][] = [
  ['set-cookie', `${leftCookie}=1; Path=/; Max-Age=600; SameSite=Lax`],
  ['set-cookie', `${visitCookie}=; Path=/; Max-Age=0; SameSite=Lax`],
]

/** Deletes everything stored for the person who logged out (S2 §4), in this browser and this tab. */
export function clearAfterLogout(): void {
  if (isEmbedded() || !document.cookie.split('; ').includes(`${leftCookie}=1`)) return
  for (const key of Object.keys(shapes) as (keyof Stored)[]) remember(key, undefined)
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('sunbul.')) sessionStorage.removeItem(key)
  } catch {
    // nothing was kept
  }
  document.cookie = `${leftCookie}=; Path=/; Max-Age=0; SameSite=Lax`
}
