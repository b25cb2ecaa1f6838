import { isLocale, type Locale } from '../text.ts'

/** Returns the language of the site that most people of a country read; English if the site lacks it (ISO 3166-1 alpha-2). */
export function languageOfCountry(country: string): Locale {
  const { language } = new Intl.Locale('und', { region: country }).maximize()
  return isLocale(language) ? language : 'en'
}
