import { type AccountViewer, findAccount } from '#modules/platform/identity/index.ts'
import type { Tx } from '#shared/ports.ts'
import { utcInstant } from '#modules/platform/identity/rules/instant.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale } from '#shared/text.ts'
import { noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { ownersOf } from '#modules/causes/organizations/index.ts'
import type { OrganizingPorts } from './ports.ts'

type ExportedDonors = { readonly organizationId: bigint; readonly id: bigint; readonly name: string } & {
  readonly kind: 'fundraiser' | 'charity'
}
const paths = { fundraiser: '/organize', charity: '/organize/charities' } as const

/** Notifies a charity's owners of an export of donor data: by whom, what and when (security-9). */
export async function notifyOwnersOfExport(
  ports: OrganizingPorts,
  tx: Tx,
  input: {
    readonly viewer: AccountViewer
    /** The fundraiser or charity whose donors were exported. */
    readonly about: ExportedDonors
    readonly what: 'donors' | 'claims' | 'people'
    readonly rows: number
    readonly at: Date
  },
): Promise<void> {
  const { kind, id } = input.about
  const owners = await ownersOf(tx, [input.about.organizationId])
  const accounts = (await Promise.all(owners.map(({ accountId }) => findAccount(tx, accountId)))).filter(
    (account) => account !== undefined,
  )
  await queueMails(
    tx,
    accounts.map((account) => {
      const locale = isLocale(account.locale) ? account.locale : 'en'
      const values = {
        product: ports.productName,
        who: `\u2068${`${input.viewer.firstName} ${input.viewer.lastName}`.trim() || input.viewer.email}\u2069`,
        campaign: `\u2068${input.about.name}\u2069`,
        count: input.rows,
      }
      const t = textsOf('organizers/organizing', locale, values, 'exported-')
      return noticeMail(ports, {
        key: `exported.${ports.newId()}`,
        kind: 'donors-exported',
        to: account.email,
        locale,
        t: (key) => t(key === 'footer' ? key : `${input.what}-${key}`),
        blocks: [
          {
            kind: 'facts',
            rows: [
              [t('who'), values.who],
              [t('when'), utcInstant(input.at, locale)],
            ],
          },
          { kind: 'text', text: t('next') },
          { kind: 'button', text: t(`button-${kind}`), url: `${ports.origin}${paths[kind]}/${id}` },
        ],
      })
    }),
    input.at,
  )
}
