import { readdirSync } from 'node:fs'

/** The folders of `locales/`, English first. The web build replaces this file with their names (vite.config.ts). */
export const locales: readonly string[] = readdirSync(new URL('../../locales/', import.meta.url)).toSorted(
  (a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b),
)
