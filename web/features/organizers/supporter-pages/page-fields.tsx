import { fieldLimits } from '#modules/organizers/supporter-pages/rules/page-fields.ts'
import { nameLengthMax } from '#modules/platform/identity/rules/name.ts'
import { useText } from '#web/lib/text.tsx'
import { Checkbox, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import type { TypedPage } from './posted-page.ts'

type Team = { readonly id: string; readonly title: string; readonly language: string }

/** The fields of a supporter's page, without its picture. */
export function PageFields({
  typed,
  errors,
  currency,
  teams,
  mayMove,
  hasLeaderboard,
}: {
  readonly typed: TypedPage
  readonly errors: Readonly<Record<string, string>>
  readonly currency: string
  readonly teams: readonly Team[]
  /** Whether the page may join or leave a team. */
  readonly mayMove: boolean
  readonly hasLeaderboard: boolean
}) {
  const t = useText()
  return (
    <>
      <TextInput
        id="title"
        label={t('supporter-pages.field-title')}
        hint={t('supporter-pages.field-title-hint')}
        error={errors.title}
        defaultValue={typed.title}
        maxLength={fieldLimits.title}
        required
      />
      <TextInput
        id="supporterName"
        label={t('supporter-pages.field-name')}
        hint={t('supporter-pages.field-name-hint')}
        error={errors.supporterName}
        defaultValue={typed.supporterName}
        maxLength={nameLengthMax}
        autoComplete="name"
        required
      />
      <TextArea
        id="story"
        label={t('supporter-pages.field-story')}
        mark={t('shell.optional')}
        error={errors.story}
        defaultValue={typed.story}
        maxLength={fieldLimits.story}
        rows={8}
      />
      <TextInput
        id="goal"
        label={t('supporter-pages.field-goal', { currency })}
        mark={t('shell.optional')}
        error={errors.goal}
        defaultValue={typed.goal}
        inputMode="numeric"
        autoComplete="off"
        maxLength={14}
        dir="ltr"
      />
      {mayMove && teams.length > 0 ? (
        <Select
          id="teamId"
          label={t('supporter-pages.field-team')}
          error={errors.teamId}
          defaultValue={typed.teamId}
          key={typed.teamId}
        >
          <option value="">{t('supporter-pages.no-team')}</option>
          {teams.map(({ id, title, language }) => (
            <option key={id} value={id} lang={language}>
              {title}
            </option>
          ))}
        </Select>
      ) : (
        <input type="hidden" name="teamId" value={typed.teamId} />
      )}
      {hasLeaderboard ? (
        <Checkbox
          id="isOnLeaderboard"
          label={t('supporter-pages.field-leaderboard')}
          hint={t('supporter-pages.field-leaderboard-hint')}
          defaultChecked={typed.isOnLeaderboard}
        />
      ) : null}
    </>
  )
}
