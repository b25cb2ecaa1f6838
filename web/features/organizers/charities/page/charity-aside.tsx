import type { CharityPageView } from '#modules/organizers/charities/contract-page.ts'
import { commaOf } from '#shared/text.ts'
import { telephoneLink } from '#shared/input/digits.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { LinkedLines, type LinkedText } from '#web/ui/linked-lines.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { DonateButton, type OpeningState } from '#web/features/causes/campaigns/donate/donate-button.tsx'
import { DonateForm, type OfferedFrequency } from '#web/features/causes/campaigns/donate/donate-form.tsx'
import type { Json } from '#shared/wire/json.ts'

type Data = {
  readonly charity: Json<CharityPageView>
  /** What was paid out to the charity; null if nothing is. */
  readonly money: LinkedText | null
  readonly origin: string
  readonly source: string | null
  readonly quick: readonly string[]
  readonly first: string
  readonly frequencies: readonly OfferedFrequency[]
}

/** The donation form for the general fund, with totals and the charity's contact details. */
export function CharityAside({
  data,
  name,
  opening,
}: {
  readonly data: Data
  readonly name: string
  readonly opening: OpeningState
}) {
  const t = useText()
  const { charity, origin, source } = data
  const { slug, currency } = charity.generalFund
  return (
    <aside className="campaign-page-side card">
      <div className="card-in stack">
        <h2>{t('charity-page.donate', { name: `\u2068${name}\u2069` })}</h2>
        {opening.closed === null ? (
          <>
            <p className="quiet small">{t('charity-page.general-fund')}</p>
            <DonateForm
              link={{ slug, origin, source }}
              currency={currency}
              quick={data.quick}
              first={data.first}
              frequencies={data.frequencies}
              opening={opening}
            />
          </>
        ) : (
          <DonateButton opening={opening} href="/v4/discover" />
        )}
        <Totals charity={charity} money={data.money} />
        <Contact charity={charity} />
      </div>
    </aside>
  )
}

function Totals({ charity, money }: Pick<Data, 'charity' | 'money'>) {
  const t = useText()
  const locale = useLocale()
  const { totals, donorCount } = charity
  if (totals.length === 0) return null
  const donations = totals.reduce((sum, { donationCount }) => sum + donationCount, 0)
  return (
    <div className="charity-page-part stack">
      <h3>{t('charity-page.totals')}</h3>
      <p className="strong">
        {totals.map(({ currency, raised }, index) => (
          <span key={currency}>
            {index > 0 ? `${commaOf(locale)} ` : ''}
            <Amount minor={raised} currency={currency} />
          </span>
        ))}
      </p>
      <p className="quiet small">
        {t('charity-page.donations', { count: donations })} · {t('card.donors', { count: donorCount })}
      </p>
      {money ? <LinkedLines {...money} /> : null}
    </div>
  )
}

const networks = [
  ['facebook', 'Facebook'],
  ['twitter', 'X'],
  ['instagram', 'Instagram'],
  ['youtube', 'YouTube'],
  ['linkedin', 'LinkedIn'],
] as const

function Contact({ charity }: { readonly charity: Json<CharityPageView> }) {
  const t = useText()
  const links = [
    ...(charity.website ? [{ href: charity.website, label: t('charity-page.website') }] : []),
    ...networks.flatMap(([network, label]) => (charity[network] ? [{ href: charity[network], label }] : [])),
  ]
  if (links.length === 0 && !charity.phone) return null
  return (
    <div className="charity-page-part stack">
      <h3>{t('charity-page.contact')}</h3>
      {charity.phone ? (
        <p>
          {t('charity-page.phone')}:{' '}
          <a href={telephoneLink(charity.phone)}>
            <bdi>{charity.phone}</bdi>
          </a>
        </p>
      ) : null}
      {links.length > 0 ? (
        <ul className="charity-page-links">
          {links.map(({ href, label }) => (
            <li key={href}>
              <a href={href} rel="noopener nofollow ugc">
                {label}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
