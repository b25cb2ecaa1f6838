import type { Locale } from '../text.ts'

/** The product's own name in other scripts; an operator's name is shown as configured. */
const names: Readonly<Record<string, Readonly<Record<Locale, string>>>> = { Sunbul: { ar: 'سُنبُل' } }

/** Returns the product's name as pages and mails in a language show it. */
export const productNameIn = (name: string, locale: Locale): string => names[name]?.[locale] ?? name
