import type { ReactNode } from 'react'
import { formatDay, localDate } from '#shared/calendar.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { toFormErrors } from '#web/lib/form-values.ts'
import { type MessageKey, useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { Avatar, Badge } from '#web/ui/small-parts.tsx'

type Person = { readonly accountId: string; readonly name: string; readonly email: string; readonly role: string }

/** Choice of roles, each with its permissions. */
export function RoleChoice({
  roles,
  role,
  id,
}: {
  readonly roles: readonly string[]
  readonly role: string
  readonly id: string
}) {
  const t = useText()
  return (
    <fieldset className="group">
      <legend>{t('fundraising.role')}</legend>
      {roles.map((option) => (
        <label key={option} className="check" htmlFor={`${id}-${option}`}>
          <input id={`${id}-${option}`} type="radio" name="role" value={option} defaultChecked={option === role} />
          <span>
            {t(`fundraising.role-${option}` as MessageKey)}
            <span className="hint">{t(`fundraising.role-${option}-text` as MessageKey)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** A person with their role and available actions. */
export function PersonRow({
  person,
  isYou,
  page,
  here,
  asksToRemove,
  change,
  isRefused,
  canRemove,
}: {
  readonly person: Person
  readonly isYou: boolean
  /** Their public name on the page, if shown. */
  readonly page?: string
  readonly here: string
  readonly asksToRemove: boolean
  /** The editable fields. */
  readonly change: ReactNode
  /** Whether the last change was rejected; the fields then stay open with the typed values. */
  readonly isRefused: boolean
  readonly canRemove: boolean
}) {
  const t = useText()
  const name = `\u2068${person.name || person.email}\u2069`
  return (
    <li className="organize-row" id={person.accountId}>
      <div className="organize-row-head row-apart row-baseline">
        <p className="account-head">
          <Avatar name={person.name || person.email} />
          <span>
            <span className="strong" dir="auto">
              {person.name || person.email}
            </span>{' '}
            {isYou ? <span className="quiet">({t('fundraising.you')})</span> : null}
            {person.email ? (
              <span className="quiet small">
                <br />
                <bdi>{person.email}</bdi>
              </span>
            ) : null}
          </span>
        </p>
        <Badge look="brand">{t(`fundraising.role-${person.role}` as MessageKey)}</Badge>
      </div>
      {page ? <p className="quiet small">{page}</p> : null}
      {asksToRemove ? (
        <PageForm action={here} className="notice stack">
          <p className="strong">
            {isYou ? t('fundraising.leave-question') : t('fundraising.member-remove-question', { name })}
          </p>
          <input type="hidden" name="account" value={person.accountId} />
          <div className="columns">
            <a className="button button-quiet" href={here}>
              {t('fundraising.no')}
            </a>
            <Button look="danger" name="intent" value="remove">
              {t(isYou ? 'fundraising.leave-yes' : 'fundraising.yes-remove')}
            </Button>
          </div>
        </PageForm>
      ) : (
        <>
          {change ? (
            <details className="organize-change" open={isRefused}>
              <summary>{t('fundraising.member-change', { name })}</summary>
              <div>
                <PageForm action={here} className="organize-person">
                  <input type="hidden" name="account" value={person.accountId} />
                  {change}
                  <div>
                    <button className="button button-quiet" name="intent" value="change">
                      {t('fundraising.member-save')}
                    </button>
                  </div>
                </PageForm>
              </div>
            </details>
          ) : null}
          {canRemove ? (
            <div className="organize-actions">
              <a
                href={`${here}?remove=${person.accountId}#${person.accountId}`}
                aria-label={isYou ? undefined : t('fundraising.member-remove-one', { name })}
              >
                {t(isYou ? 'fundraising.leave' : 'fundraising.member-remove')}
              </a>
            </div>
          ) : null}
        </>
      )}
    </li>
  )
}

/** Name and role as shown on the page. */
export function PublicFields({
  id,
  publicName,
  publicRole,
  wrong = {},
}: {
  readonly id: string
  readonly publicName: string
  readonly publicRole: string
  readonly wrong?: Readonly<Record<string, string>>
}) {
  const t = useText()
  return (
    <div className="columns">
      <TextInput
        id={`${id}-public-name`}
        name="publicName"
        label={t('fundraising.public-name')}
        hint={t('fundraising.public-name-hint')}
        error={wrong.publicName}
        defaultValue={publicName}
        maxLength={60}
      />
      <TextInput
        id={`${id}-public-role`}
        name="publicRole"
        label={t('fundraising.public-role')}
        hint={t('fundraising.public-role-hint')}
        error={wrong.publicRole}
        defaultValue={publicRole}
        maxLength={60}
      />
    </div>
  )
}

/** Returns the form that was sent: the invitation's (`invite`), a member's, by account, or `invitations`. */
export function placeOf(sent: { readonly intent: string; readonly values: object } | undefined): string {
  if (!sent || sent.intent === 'invite') return 'invite'
  return (sent.values as { readonly account?: string }).account || 'invitations'
}

/** Returns the errors of one form: the invitation's (`invite`), or a member's, by account. */
export function errorsOfPeopleForm(
  refused: Parameters<typeof toFormErrors>[0],
  place: string,
): ReturnType<typeof toFormErrors> {
  const ids: Readonly<Record<string, string>> = {
    publicName: `${place}-public-name`,
    publicRole: `${place}-public-role`,
  }
  return toFormErrors(refused, place === 'invite' ? 'email' : place).map(({ id, text }) => ({
    id: ids[id] ?? id,
    text,
  }))
}

type Invitation = { readonly id: string; readonly email: string; readonly role: string; readonly expiresAt: string }

/** Open invitations. */
export function Invitations({
  invitations,
  here,
}: {
  readonly invitations: readonly Invitation[]
  readonly here: string
}) {
  const t = useText()
  const locale = useLocale()
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="invitations" className="stack">
      <h2 id="invitations" className="organize-subheading">
        {t('fundraising.invitations')}
      </h2>
      <ul className="card organize-rows">
        {invitations.map(({ id, email, role, expiresAt }) => (
          <li key={id} className="organize-row-head row-apart row-baseline">
            <span>
              <bdi>{email}</bdi>{' '}
              <span className="quiet small">
                {t(`fundraising.role-${role}` as MessageKey)} ·{' '}
                {t('fundraising.invitation-until', { day: formatDay(localDate(expiresAt.slice(0, 10)), locale) })}
              </span>
            </span>
            <PageForm action={here}>
              <input type="hidden" name="invitation" value={id} />
              <button
                className="link-button"
                name="intent"
                value="back"
                aria-label={t('fundraising.invitation-withdraw-one', { email: `\u2068${email}\u2069` })}
              >
                {t('fundraising.invitation-withdraw')}
              </button>
            </PageForm>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Form to invite a person by email. */
export function InviteForm({
  here,
  roles,
  first,
  typed,
  wrong,
  hasPublicName,
}: {
  readonly here: string
  readonly roles: readonly string[]
  readonly first: string
  readonly typed:
    | { readonly email?: string; readonly role?: string; readonly publicName?: string; readonly publicRole?: string }
    | undefined
  readonly wrong: Readonly<Record<string, string>>
  readonly hasPublicName: boolean
}) {
  const t = useText()
  return (
    <section aria-labelledby="invite" className="card card-in stack panel">
      <h2 id="invite" className="organize-subheading">
        {t('fundraising.invite')}
      </h2>
      <p className="quiet small">{t('fundraising.invite-lead')}</p>
      <PageForm action={here} className="organize-person" noValidate>
        <TextInput
          id="email"
          label={t('fundraising.invite-email')}
          error={wrong.email}
          type="email"
          dir="ltr"
          autoComplete="off"
          defaultValue={typed?.email ?? ''}
          required
        />
        <RoleChoice id="invite" roles={roles} role={typed?.role ?? first} />
        {hasPublicName ? (
          <PublicFields
            id="invite"
            publicName={typed?.publicName ?? ''}
            publicRole={typed?.publicRole ?? ''}
            wrong={wrong}
          />
        ) : null}
        <div>
          <button className="button button-primary" name="intent" value="invite">
            {t('fundraising.invite-send')}
          </button>
        </div>
      </PageForm>
    </section>
  )
}
