import { createContext } from 'react'
import type { Locale } from '#shared/text.ts'

/**
 * The language of the page, known also where its frame could not be made: the server says it, and the browser reads it
 * off the document.
 */
export const PageLocale = createContext((globalThis.document?.documentElement.lang ?? 'en') as Locale)
