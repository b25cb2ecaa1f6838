import './security.css'
import type { ComponentType } from 'react'
import { isScope, type Scope } from '#shared/api-keys/scopes.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { PageForm } from '#web/kit/page-form.tsx'
import { type Sent, viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Select, TextArea, TextInput } from '#web/ui/field.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { expiryDays, rotationHours } from '#shared/api-keys/choices.ts'
import { apiKeyForms, type ApiKeyRow, scopeTexts } from './api-key-forms.ts'

type Submitted = Sent & { readonly result?: { readonly key: string } | undefined }
type Props = {
  readonly rows: readonly ApiKeyRow[]
  /** The scopes that a key of this owner can have. */
  readonly scopes: readonly Scope[]
  readonly lead: string
  /** A field whose text can be copied. */
  readonly CopyField: ComponentType<{ readonly id: string; readonly label: string; readonly value: string }>
  readonly sent: Submitted | undefined
}

/** The page of an account or a charity with its API keys: the new secret once, the list, and a form for another key. */
export function ApiKeys({ rows, scopes, lead, CopyField, sent }: Props) {
  const t = useText()
  const title = t('api-keys.title')
  const forms = apiKeyForms(scopes)
  const isCreating = sent?.intent === 'create'
  const created = sent?.result?.key
  const create = viewForm(forms.create, isCreating && created === undefined ? sent : undefined, {
    expiresInDays: '90',
  })
  const others = viewForm(forms.revoke, isCreating ? undefined : sent, {}, { prefix: 'key-', first: 'keys' })
  return (
    <div className="account-form stack-lg">
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{lead}</p>
        <p>
          <a href="/docs/api/guide">{t('api-keys.document')}</a>
        </p>
      </div>
      <FormResult title={title} sent={sent} forms={[create, others]} done={{ revoked: 'api-keys.revoked' }} />
      {created === undefined ? null : (
        <section className="card card-in stack" aria-labelledby="secret-title" role="status">
          <h2 id="secret-title">{t('api-keys.secret-title')}</h2>
          <p>{t('api-keys.secret-lead')}</p>
          <CopyField id="secret" label={t('api-keys.secret')} value={created} />
        </section>
      )}
      <section className="card card-in stack" aria-labelledby="keys" tabIndex={-1}>
        <h2 id="keys">{t('api-keys.list')}</h2>
        {rows.length === 0 ? <p className="quiet">{t('api-keys.none')}</p> : null}
        <ul className="security-list">
          {rows.map((row) => (
            <KeyItem key={row.id} row={row} />
          ))}
        </ul>
      </section>
      <section className="card card-in stack" aria-labelledby="new">
        <h2 id="new">{t('api-keys.new')}</h2>
        <PageForm className="stack" noValidate>
          <input type="hidden" name="intent" value="create" />
          <TextInput
            {...create.control('name')}
            label={t('api-keys.name')}
            hint={t('api-keys.name-hint')}
            autoComplete="off"
            required
          />
          <Scopes scopes={scopes} chosen={create.values.scopes ?? []} error={create.errorOf('scopes')} />
          <Select {...create.control('expiresInDays')} label={t('api-keys.expires')}>
            {expiryDays.map((days) => (
              <option key={days} value={days}>
                {days === 0 ? t('api-keys.never') : t('api-keys.after-days', { count: days })}
              </option>
            ))}
          </Select>
          <TextArea
            {...create.control('addresses')}
            label={t('api-keys.addresses')}
            hint={t('api-keys.addresses-hint')}
            rows={3}
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
          />
          <p>
            <button className="button button-primary">{t('api-keys.create')}</button>
          </p>
        </PageForm>
      </section>
    </div>
  )
}

function Scopes({
  scopes,
  chosen,
  error,
}: {
  readonly scopes: readonly Scope[]
  readonly chosen: readonly string[]
  readonly error: string | undefined
}) {
  const t = useText()
  return (
    <fieldset className="group" id="scopes" tabIndex={-1} aria-describedby={error ? 'scopes-error' : undefined}>
      <legend>{t('api-keys.scopes')}</legend>
      {error ? (
        <p className="error" id="scopes-error">
          {error}
        </p>
      ) : null}
      {scopes.map((scope) => (
        <label key={scope} className="check">
          <input type="checkbox" name="scopes" value={scope} defaultChecked={chosen.includes(scope)} />
          <span>
            {t(scopeTexts[scope])}
            <span className="hint">
              <bdi dir="ltr">{scope}</bdi>
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function KeyItem({ row }: { readonly row: ApiKeyRow }) {
  const t = useText()
  const name = `\u2068${row.name}\u2069`
  const scopes = row.scopes.flatMap((scope) => (isScope(scope) ? t(scopeTexts[scope]) : []))
  return (
    <li>
      <div className="security-text">
        <p className="strong">
          <bdi>{row.name}</bdi> {row.isExpired ? <Badge>{t('api-keys.is-expired')}</Badge> : null}
        </p>
        <p className="quiet small">
          {t('api-keys.ending', { ending: `\u2066…${row.ending}\u2069` })}
          {' · '}
          {t('api-keys.created', { day: row.created })}
          {' · '}
          {row.used === null ? t('api-keys.unused') : t('api-keys.used', { when: row.used })}
          {' · '}
          {row.expires === null ? t('api-keys.no-expiry') : t('api-keys.expires-on', { day: row.expires })}
        </p>
        <ul className="small">
          {scopes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        {row.addresses.length > 0 ? (
          <p className="small">{t('api-keys.allowed', { addresses: `\u2066${row.addresses.join(', ')}\u2069` })}</p>
        ) : null}
        {row.overlap === null ? null : <p className="small">{t('api-keys.overlap-until', { day: row.overlap })}</p>}
        <details>
          <summary>{t('api-keys.rotate')}</summary>
          <PageForm className="stack">
            <input type="hidden" name="intent" value="rotate" />
            <input type="hidden" name="id" value={row.id} />
            <Select id={`overlap-${row.id}`} name="overlapHours" label={t('api-keys.overlap')} defaultValue="24">
              {rotationHours.map((hours) => (
                <option key={hours} value={hours}>
                  {hours === 0 ? t('api-keys.overlap-none') : t('api-keys.overlap-hours', { count: hours })}
                </option>
              ))}
            </Select>
            <p>
              <button className="button button-quiet" aria-label={t('api-keys.rotate-one', { name })}>
                {t('api-keys.rotate-button')}
              </button>
            </p>
          </PageForm>
        </details>
      </div>
      <PageForm>
        <input type="hidden" name="intent" value="revoke" />
        <input type="hidden" name="id" value={row.id} />
        <button className="button button-quiet" aria-label={t('api-keys.revoke-one', { name })}>
          {t('api-keys.revoke')}
        </button>
      </PageForm>
    </li>
  )
}
