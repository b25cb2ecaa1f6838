import { generalFundOf, cleanRichText } from '#modules/causes/campaigns/index.ts'
import { verifiedHostsOf, type AddressedOrganization } from '#modules/causes/organizations/index.ts'
import { findPictures, markUsed } from '#modules/platform/media/index.ts'
import { picturesIn } from '#modules/platform/media/rules/address.ts'
import type { Locale } from '#shared/text.ts'
import type { Tx } from '#shared/ports.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import type { HostedPagePorts } from './ports.ts'
import { defaultColours, type PageContent } from './rules/page-content.ts'
import { type PageInput, readPage } from './rules/read-page.ts'

/** Builds "Validation failed" (S2 §5) with the fault of each field; nothing is saved. */
export const pageInvalid = (fields: Readonly<Record<string, Fault>>) =>
  new Problem('validation', 'hosted-page-invalid', { fields })

/** Returns the default fields of a charity's new page. */
export const pageDefaults = async (tx: Tx, charity: AddressedOrganization, locale: Locale) => ({
  country: charity.country,
  language: (await generalFundOf(tx, charity.id))?.language ?? locale,
  primaryColor: defaultColours.primary as string,
})

/**
 * Applies sent fields to a content, or throws `hosted-page-invalid` with each field's fault. A picture must be uploaded
 * by the sender or already belong to the page.
 */
export async function readHostedPageFields(
  ports: HostedPagePorts,
  tx: Tx,
  input: {
    readonly charity: AddressedOrganization
    readonly before: PageContent
    readonly sent: PageInput
    readonly accountId: string
    readonly locale: Locale
    readonly knownLevels: ReadonlySet<string>
    readonly isCurrencyFixed: boolean
    readonly now: Date
  },
): Promise<PageContent> {
  const { content, faults } = readPage(input.before, input.sent, {
    organizationId: input.charity.id.toString(),
    defaults: await pageDefaults(tx, input.charity, input.locale),
    timeZone: input.charity.timeZone,
    now: input.now,
    origin: ports.origin,
    cleanHtml: cleanRichText,
    newId: ports.newId,
    knownLevels: input.knownLevels,
    isCurrencyFixed: input.isCurrencyFixed,
    provedHosts: input.sent.customUrl?.includes('/') ? await verifiedHostsOf(tx, input.charity.id) : [],
  })
  const fields: Record<string, Fault> = { ...faults }
  const newPictures = (['image', 'logo'] as const).filter(
    (field) => content[field] !== '' && content[field] !== input.before[field],
  )
  const pictures = await findPictures(
    tx,
    newPictures.map((field) => content[field]),
  )
  for (const field of newPictures)
    if (pictures.find(({ id }) => id === content[field])?.accountId !== input.accountId)
      fields[field] = { code: 'picture-not-found' }
  if (Object.keys(fields).length > 0) throw pageInvalid(fields)
  const pictureIds = [content.image, content.logo, ...picturesIn(content.description)].filter((id) => id !== '')
  await markUsed(tx, pictureIds, input.now)
  return content
}
