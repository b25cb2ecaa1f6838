import type { Tx } from '#shared/ports.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale } from '#shared/text.ts'
import { contactsOf } from '#modules/platform/identity/index.ts'
import { noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import type { DistributionPorts } from './ports.ts'

/** Mails staff's decision about late zakat to the donor, once. */
export async function mailAnswer(
  ports: DistributionPorts,
  tx: Tx,
  input: { readonly donationId: string; readonly accountId: string; readonly answer: string },
): Promise<void> {
  const [donor] = await contactsOf(tx, [input.accountId])
  if (!donor?.email) return
  const locale = isLocale(donor.locale) ? donor.locale : 'en'
  const t = textsOf(
    'faith/zakat-mails',
    locale,
    { product: ports.productName, name: `\u2068${donor.firstName}\u2069` },
    'reassignment.',
  )
  const mail = noticeMail(ports, {
    key: `zakat-reassignment.${input.donationId}`,
    kind: 'zakat-reassignment',
    to: donor.email,
    locale,
    t,
    blocks: [
      { kind: 'text', text: input.answer, isTheirs: true },
      { kind: 'button', text: t('button'), url: `${ports.origin}/account/donations/${input.donationId}` },
    ],
  })
  await queueMails(tx, [mail], ports.clock())
}
