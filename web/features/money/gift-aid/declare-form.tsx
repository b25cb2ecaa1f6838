import { giftAidText } from '#modules/money/giving/rules/gift-aid.ts'
import { isolate } from '#shared/text.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { charityName, type GiftAidOverview } from './overview.ts'

/** For each charity that the donor declared to: a declaration for the past four years and later donations. */
export function DeclareForms({
  overview: { declarations, donations, details },
  errorOf,
}: {
  readonly overview: GiftAidOverview
  readonly errorOf: (id: string) => string | undefined
}) {
  const t = useText()
  const locale = useLocale()
  const covered = new Set(
    declarations.flatMap(({ scope, coversUntil, charity }) =>
      scope === 'past_and_later' && coversUntil === null ? [charity.id] : [],
    ),
  )
  const charities = new Map([...donations, ...declarations].map(({ charity }) => [charity.id, charity]))
  const open = [...charities.values()].filter(({ id }) => !covered.has(id))
  if (open.length === 0 || !details) return null
  return (
    <section className="stack" aria-labelledby="declare">
      <h2 id="declare">{t('gift-aid.declare')}</h2>
      <p className="notice small" lang="en" dir="ltr">
        {giftAidText.text}
      </p>
      {open.map((charity) => {
        const error = errorOf(`declare-${charity.id}`)
        return (
          <PageForm key={charity.id} className="stack">
            <input type="hidden" name="intent" value="declare" />
            <input type="hidden" name="id" value={charity.id} />
            <input type="hidden" name="textVersion" value={giftAidText.version} />
            <p id={`declare-lead-${charity.id}`}>
              {t('gift-aid.declare-lead', { charity: isolate(charityName(charity, locale)) })}
            </p>
            {error ? <p className="error-text">{error}</p> : null}
            <div>
              <Button look="quiet" id={`declare-${charity.id}`} aria-describedby={`declare-lead-${charity.id}`}>
                {t('gift-aid.declare-button')}
              </Button>
            </div>
          </PageForm>
        )
      })}
    </section>
  )
}
