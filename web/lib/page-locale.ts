import { createContext } from 'react'
import type { Locale } from '#shared/text.ts'

/**
 * The page's language. Also known when loading the layout failed: the server sets it, and the browser reads it from the
 * document.
 */
export const PageLocale = createContext((globalThis.document?.documentElement.lang ?? 'en') as Locale)
