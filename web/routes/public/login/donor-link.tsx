import '#web/features/money/receipts/document.css'
import { data } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { formatDay, localDate } from '#shared/calendar.ts'
import { formatMoney, money } from '#shared/money.ts'
import { ExpiredLink } from '#web/features/platform/identity/expired-link.tsx'
import { LinkPage } from '#web/features/platform/identity/link-page.tsx'
import { loadByMailCode } from '#web/lib/mail-code.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import type { Route } from './+types/donor-link'
import { loginNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = loginNamespaces

export const loader = ({ context, request }: Route.LoaderArgs) => loadByMailCode(context.get(renderContext), request)

/** Uses the code; the response is the only page that shows the donations (accounts-17). */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  try {
    const donor = await api('POST /v4/donor-links', { code: postedText(form, 'code', 100) })
    return data({ donor }, { headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    return data({ donor: null }, { status: refusalOf(error).status })
  }
}

export default function DonorLink({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  if (actionData?.donor) return <Donations donor={actionData.donor} />
  if (loaderData.email === undefined || actionData) return <ExpiredLink again="/login" />
  return (
    <LinkPage
      title={t('donor-link.title')}
      lead={t('donor-link.lead', { email: `\u2068${loaderData.email}\u2069` })}
      code={loaderData.code}
      submit={t('donor-link.submit')}
    />
  )
}

type Donor = NonNullable<NonNullable<Route.ComponentProps['actionData']>['donor']>

function Donations({ donor: { email, receipts, plans } }: { readonly donor: Donor }) {
  const t = useText()
  const locale = useLocale()
  return (
    <div className="page narrow-page stack-lg">
      <title>{t('donor-link.title')}</title>
      <meta name="robots" content="noindex" />
      <div className="stack">
        <h1>{t('donor-link.title')}</h1>
        <p>{t('donor-link.lead', { email: `\u2068${email}\u2069` })}</p>
        <p className="notice">{t('donor-link.once')}</p>
      </div>
      {receipts.length + plans.length === 0 ? <p>{t('donor-link.none')}</p> : null}
      {receipts.length > 0 ? (
        <section className="stack" aria-labelledby="receipts">
          <h2 id="receipts">{t('donor-link.receipts')}</h2>
          {receipts.map(({ number, organization, givenOn, gift, currency, url }) => (
            <div key={number} className="row-apart">
              <p>
                <bdi className="strong">
                  {formatMoney(money(BigInt(gift), currency), locale, { fractions: 'always' })}
                </bdi>
                {' · '}
                <bdi>{organization}</bdi>
                <br />
                <span className="quiet small">
                  {formatDay(localDate(givenOn), locale)} · <bdi>{number}</bdi>
                </span>
              </p>
              <a className="button button-quiet" href={url}>
                {t('donor-link.view')}
                <span className="visually-hidden"> {number}</span>
              </a>
            </div>
          ))}
        </section>
      ) : null}
      {plans.length > 0 ? (
        <section className="stack" aria-labelledby="plans">
          <h2 id="plans">{t('donor-link.plans')}</h2>
          {plans.map(({ name, url }) => (
            <div key={url} className="row-apart">
              <p dir="auto">{name}</p>
              <a className="button button-quiet" href={url}>
                {t('donor-link.manage')}
                <span className="visually-hidden"> {name}</span>
              </a>
            </div>
          ))}
        </section>
      ) : null}
    </div>
  )
}
