import type { Locale } from '#shared/text.ts'

/** Purposes that need explicit consent because they reveal belief (GDPR Art. 9; privacy-6). */
export const consentPurposes = ['zakat', 'recap'] as const
export type ConsentPurpose = (typeof consentPurposes)[number]

/**
 * The consent texts; a language without one uses the English text. A changed text is a new version, which earlier
 * consent doesn’t cover.
 */
export const consentTexts: Readonly<
  Record<
    ConsentPurpose,
    { readonly version: string; readonly text: { readonly [L in Locale]: string } & { readonly en: string } }
  >
> = {
  zakat: {
    version: 'zakat-2026-11b',
    text: {
      en: 'I agree that what I enter about my wealth, my school of thought (madhhab) and my zakat year is stored with my account to calculate my zakat and remind me of it. This reveals my religious belief. Only I can see it.',
      ar: 'أوافق على أن يُحفظ مع حسابي ما أُدخله عن مالي ومذهبي وحولي، لحساب زكاتي وتذكيري بها. وهو يدل على ديني، ولا يطّلع عليه أحد سواي.',
    },
  },
  recap: {
    version: 'recap-2026-11b',
    text: {
      en: 'I agree that my donations are combined into a review of my year: nights of Ramadan, zakat, sadaqah and causes. This reveals my religious belief. Only I can see it unless I share it.',
      ar: 'أوافق على أن تُجمع تبرعاتي في نظرة على عطائي: ليالي رمضان والزكاة والصدقة ووجوه الخير. وهي تدل على ديني، ولا يراها أحد سواي ما لم أشاركها بنفسي.',
    },
  },
}
