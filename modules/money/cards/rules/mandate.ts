/**
 * What a donor agrees to who keeps a card (payments-18). Any change of the words is another version; old ones stay,
 * for they prove what was said.
 */
const texts = {
  '2026-11': {
    en: 'I agree that this card is kept by the payment provider and that gifts which I set up or confirm here may be charged to it, also while I am not on the page. I can remove it at any time; nothing is charged to it after that.',
    ar: 'أوافق على أن يحتفظ مزوّد الدفع بهذه البطاقة، وعلى أن تُخصم منها التبرعات التي أنشئها أو أؤكدها هنا، حتى في غيابي عن الصفحة. يمكنني إزالتها في أي وقت، ولا يُخصم منها شيء بعد ذلك.',
  },
} as const satisfies Readonly<Record<string, { readonly en: string; readonly ar: string }>>

export type MandateVersion = keyof typeof texts

/** The version that is shown and agreed to now. */
export const mandateVersion: MandateVersion = '2026-11'

const localeOf = (locale: string): 'en' | 'ar' => (locale === 'ar' ? 'ar' : 'en')
const isVersion = (version: string): version is MandateVersion => Object.hasOwn(texts, version)

export const mandateText = (locale: string): string => texts[mandateVersion][localeOf(locale)]

/** What was agreed to with a version, in the language it was read in; nothing where there never was one. */
export const mandateOf = (version: string, locale: string): string | undefined =>
  isVersion(version) ? texts[version][localeOf(locale)] : undefined

/**
 * What is hashed and kept with a mandate, so that the words shown can be proved. Throws for a version there never was.
 */
export function mandateHashInput(version: string, locale: string): string {
  const words = mandateOf(version, locale)
  if (words === undefined) throw new Error(`there is no mandate text ${version}`)
  return `${version}\n${localeOf(locale)}\n${words}`
}
