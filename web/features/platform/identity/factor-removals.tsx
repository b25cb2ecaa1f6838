import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { TextInput } from '#web/ui/field.tsx'

type Removal = {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly requestedBy: string
  /** Formatted date. */
  readonly removableFrom: string
  readonly isRemovable: boolean
  readonly isOwn: boolean
}

/**
 * Removes two-factor authentication from accounts that lost their phone and their recovery codes: one admin requests
 * it, another approves (accounts-12).
 */
export function FactorRemovals({ removals }: { readonly removals: readonly Removal[] }) {
  const t = useText()
  return (
    <section className="stack" aria-labelledby="removals">
      <h2 id="removals">{t('people.removals')}</h2>
      <p className="quiet">{t('people.removals-lead')}</p>
      <ul className="desk-list">
        {removals.map((removal) => (
          <li key={removal.id}>
            <article className="card card-in stack" aria-label={removal.email}>
              <p>
                <bdi className="strong">{removal.name}</bdi> <bdi className="quiet">{removal.email}</bdi>
              </p>
              <p className="quiet small">
                {t('people.removal-from', {
                  email: `\u2068${removal.requestedBy}\u2069`,
                  time: `\u2068${removal.removableFrom}\u2069`,
                })}
              </p>
              <RemovalAction removal={removal} />
            </article>
          </li>
        ))}
      </ul>
      <PageForm className="stack account-form" noValidate>
        <TextInput id="removal-email" name="email" type="email" label={t('people.removal-email')} autoComplete="off" />
        <button className="button button-quiet" name="intent" value="request">
          {t('people.removal-request')}
        </button>
      </PageForm>
    </section>
  )
}

function RemovalAction({ removal }: { readonly removal: Removal }) {
  const t = useText()
  if (removal.isOwn) return <p className="quiet">{t('people.removal-own')}</p>
  if (!removal.isRemovable) return null
  return (
    <PageForm>
      <input type="hidden" name="removal" value={removal.id} />
      <button className="button button-primary" name="intent" value="approve">
        {t('people.removal-approve')}
      </button>
    </PageForm>
  )
}
