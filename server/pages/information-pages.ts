import fs from 'node:fs/promises'
import path from 'node:path'
import type { InformationPage, InformationPageName } from '#shared/pages/information-pages.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import type { Locale } from '#shared/text.ts'
import type { Config } from '../config/config.ts'
import { feeTables } from './fee-table.ts'
import { type Placeholders, parsePage } from './markdown.ts'

const shippedDir = path.join(import.meta.dirname, '../../content')

/** Pages that are templates; in production the operator replaces them. */
const legalPages: readonly InformationPageName[] = ['privacy', 'terms']

type Settings = Pick<
  Config,
  | 'PRODUCT_NAME'
  | 'OPERATOR_NAME'
  | 'OPERATOR_ADDRESS'
  | 'OPERATOR_REGISTRATION'
  | 'CONTACT_EMAIL'
  | 'CONTENT_DIR'
  | 'FEES'
  | 'ZAKAT_FEES'
  | 'PAYOUTS'
> & { readonly charitySignUp: 'open' | 'invitation' | 'closed' }

/** Returns the path of a page's file; the folder has one subfolder for each language. */
const fileOf = (folder: string, locale: Locale, name: InformationPageName): string =>
  path.join(folder, locale, `${name}.md`)

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await fs.readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Reads an information page: the operator's own takes precedence over the bundled one, and English is the fallback for
 * a missing language.
 */
export async function readInformationPage(
  settings: Settings,
  name: InformationPageName,
  locale: Locale,
): Promise<InformationPage> {
  const folders = [settings.CONTENT_DIR, shippedDir].filter((folder) => folder !== undefined)
  for (const language of [locale, 'en'])
    for (const folder of folders) {
      const markdown = await readIfPresent(fileOf(folder, language, name))
      if (markdown !== undefined) return { language, ...parsePage(markdown, placeholdersOf(settings, language)) }
    }
  throw new Error(`content/en/${name}.md is missing`)
}

function placeholdersOf(settings: Settings, locale: Locale): Placeholders {
  const t = textsOf('platform/information', locale)
  return {
    texts: {
      productName: settings.PRODUCT_NAME,
      operatorName: settings.OPERATOR_NAME,
      operatorAddress: settings.OPERATOR_ADDRESS,
      operatorRegistration: settings.OPERATOR_REGISTRATION,
      contactEmail: settings.CONTACT_EMAIL,
      zakatFees: t(`information.zakat-fees-${settings.ZAKAT_FEES}`),
      payouts: t(`information.payouts-${settings.PAYOUTS}`),
      charitySignUp: settings.charitySignUp === 'open' ? t('information.charity-sign-up') : undefined,
    },
    blocks: feeTables(settings.FEES, locale, {
      currency: t('information.fee-currency'),
      fee: t('information.fee-fee'),
      example: t('information.fee-example'),
      arrives: t('information.fee-arrives'),
    }),
  }
}

/** Lists the legal pages that no file in CONTENT_DIR replaces, such as `en/terms.md`. */
export async function findUnreplacedLegalPages(
  contentDir: string | undefined,
  locales: readonly Locale[],
): Promise<string[]> {
  const pages = locales.flatMap((locale) => legalPages.map((name) => ({ locale, name })))
  const found = await Promise.all(
    pages.map(async ({ locale, name }) => ({
      name: `${locale}/${name}.md`,
      isReplaced: contentDir !== undefined && (await readIfPresent(fileOf(contentDir, locale, name))) !== undefined,
    })),
  )
  return found.filter(({ isReplaced }) => !isReplaced).map((page) => page.name)
}
