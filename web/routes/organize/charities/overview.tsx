import { canDo } from '#modules/causes/organizations/rules/roles.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/overview'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params }) => {
    const { organizationId } = params
    const charity = await api('GET /v4/organizations/:organizationId', { organizationId })
    const { until } = charity.verification
    return { charity, until: until && formatDay(localDateIn('UTC', new Date(until)), locale) }
  })

/** A charity's home for its members: whether it can receive donations, and the next steps. */
export default function CharityOverview({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { charity, until } = loaderData
  const { state } = charity.verification
  return (
    <>
      <title>{charity.name}</title>
      <h1>{t('own-charity.home')}</h1>
      {charity.isClosed ? (
        <div className="notice stack">
          <p>{t('own-charity.closed')}</p>
          <p>{t('own-charity.closed-reading')}</p>
        </div>
      ) : (
        <>
          <section className="notice stack">
            <p>
              {t(`own-charity.next-${state}`)}{' '}
              {until ? (
                <span className="quiet">
                  {t(state === 'verified' ? 'own-charity.until' : 'own-charity.ended', { date: until })}
                </span>
              ) : null}
            </p>
            {canDo(charity.role, 'verification') &&
            charity.hasPayouts &&
            state !== 'verified' &&
            state !== 'requested' ? (
              <p>
                <a className="button button-primary" href={`/organize/charities/${charity.id}/verification`}>
                  {t('own-charity.verification')}
                </a>
              </p>
            ) : null}
          </section>
          <p>
            {t('own-charity.receipts')}: {t(`own-charity.receipts-${charity.receipts}`)}
          </p>
        </>
      )}
    </>
  )
}
