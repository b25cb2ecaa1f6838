import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import type { MailBrand } from '#modules/platform/notifications/index.ts'
import type { Db } from '#shared/ports.ts'
import type { Locale } from '#shared/text.ts'
import type { Issuer } from './queries/organizations.ts'
import './tables.ts'

/** The data of a charity that its mails show. */
type BrandedCharity = Pick<Issuer, 'name' | 'nameAr' | 'primaryColour' | 'logoId' | 'email' | 'emailConfirmedAt'>

/**
 * Returns the brand of a charity's mails in a language (content-29). `origin` is the platform's, for the logo's URL.
 */
export const mailBrandOf = (
  { origin }: { readonly origin: string },
  charity: BrandedCharity,
  locale: Locale,
): MailBrand => ({
  name: (locale === 'ar' && charity.nameAr) || charity.name,
  colour: charity.primaryColour,
  logoUrl: charity.logoId && `${origin}${pictureUrl(charity.logoId)}&w=480`,
  replyTo: charity.emailConfirmedAt ? charity.email : null,
})

/**
 * Returns the brand of a mail about donations to these charities (content-29). Undefined, for a mail in the platform's
 * name, if there are several charities or the only one was rejected or closed.
 */
export async function findMailBrand(
  ports: { readonly origin: string },
  db: Db,
  organizationIds: readonly bigint[],
  locale: Locale,
): Promise<MailBrand | undefined> {
  const [only, ...others] = new Set(organizationIds)
  if (only === undefined || others.length > 0) return undefined
  const charity = await db
    .selectFrom('organizations.organization')
    .select([
      'name',
      'name_ar as nameAr',
      'primary_colour as primaryColour',
      'logo_id as logoId',
      'email',
      'email_confirmed_at as emailConfirmedAt',
    ])
    .where('id', '=', only)
    .where('verification_state', '<>', 'rejected')
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return charity && mailBrandOf(ports, charity, locale)
}
