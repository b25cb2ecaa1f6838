/** The mandate for saving a card (payments-18). A changed text needs a new version; old versions stay as evidence. */
const texts = {
  '2026-11': {
    en: 'I agree that this card is kept by the payment provider and that gifts which I set up or confirm here may be charged to it, also while I am not on the page. I can remove it at any time; nothing is charged to it after that.',
    ar: 'أوافق على أن يحتفظ مزوّد الدفع بهذه البطاقة، وعلى أن تُخصم منها التبرعات التي أنشئها أو أؤكدها هنا، حتى في غيابي عن الصفحة. يمكنني إزالتها في أي وقت، ولا يُخصم منها شيء بعد ذلك.',
  },
} as const satisfies Readonly<Record<string, { readonly en: string; readonly ar: string }>>

export type MandateVersion = keyof typeof texts

/** The current version. */
export const mandateVersion: MandateVersion = '2026-11'

const localeOf = (locale: string): 'en' | 'ar' => (locale === 'ar' ? 'ar' : 'en')
const isVersion = (version: string): version is MandateVersion => Object.hasOwn(texts, version)

export const mandateText = (locale: string): string => texts[mandateVersion][localeOf(locale)]

/** Returns the text of a version in the language in which it was read; undefined for an unknown version. */
export const mandateOf = (version: string, locale: string): string | undefined =>
  isVersion(version) ? texts[version][localeOf(locale)] : undefined

/**
 * Returns the input of the hash that is stored with a mandate as evidence of its text. Throws for an unknown version.
 */
export function mandateHashInput(version: string, locale: string): string {
  const words = mandateOf(version, locale)
  if (words === undefined) throw new Error(`there is no mandate text ${version}`)
  return `${version}\n${localeOf(locale)}\n${words}`
}
