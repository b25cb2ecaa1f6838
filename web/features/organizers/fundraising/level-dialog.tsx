import type { Currency } from '#shared/money.ts'
import { useRef, useState } from 'react'
import type { OwnLevelView } from '#modules/organizers/fundraising/contract-levels.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormIds } from '#web/ui/labelled.tsx'
import { LevelConflict, OtherVersionAccepted } from './level-conflict.tsx'
import { levelFieldsOf, LevelFields, type PostedLevel, postedLevel } from './level-form.tsx'

type Props = {
  readonly campaignId: string
  readonly currency: Currency
  /** Undefined for a new level. */
  readonly level: OwnLevelView | undefined
  readonly onClose: () => void
  readonly onSaved: (levels: readonly OwnLevelView[]) => void
  /** Called with the current version if someone else changed it. */
  readonly onChangedElsewhere: (level: OwnLevelView) => void
}

/** Dialog to add or edit a level (S1 §2.3). Errors are shown at their field and logged (S1 §8). */
export function LevelDialog({ isOpen, ...props }: Props & { readonly isOpen: boolean }) {
  const t = useText()
  return (
    <Dialog
      isOpen={isOpen}
      title={t(props.level ? 'fundraising.level-edit-title' : 'fundraising.level-add')}
      closeLabel={t('shell.close')}
      onClose={props.onClose}
    >
      <FormIds value="level-">
        <LevelDialogForm {...props} />
      </FormIds>
    </Dialog>
  )
}

/** If someone else changed the level, the typed values stay until the user chooses a version. */
function LevelDialogForm({ campaignId, currency, level, onClose, onSaved, onChangedElsewhere }: Props) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  /** Idempotency key: the form adds one level, however often it is sent. */
  const idempotencyKey = useRef(crypto.randomUUID())
  const [refused, setRefused] = useState<ApiError>()
  /** Initial values, since the list behind the dialog may be updated. */
  const [begun, setBegun] = useState(level)
  const [isTaken, setTaken] = useState(false)
  const [conflict, setConflict] = useState<{ readonly theirs: OwnLevelView; readonly mine: PostedLevel }>()
  const version = conflict?.theirs.version ?? begun?.version
  const save = async (mine: PostedLevel) => {
    setBusy(true)
    setRefused(undefined)
    try {
      const { levels } = begun
        ? await api('PATCH /v4/campaigns/:campaignId/levels/:levelId', {
            campaignId,
            levelId: begun.id,
            version,
            ...mine,
          })
        : await api(
            'POST /v4/campaigns/:campaignId/levels',
            { campaignId, ...mine },
            { headers: { 'idempotency-key': idempotencyKey.current } },
          )
      onSaved(levels)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      console.error('a giving level was not saved', error.code)
      if (error.code !== 'level-changed') return setRefused(error)
      const theirs = error.body.level as OwnLevelView
      setConflict({ theirs, mine })
      onChangedElsewhere(theirs)
    } finally {
      setBusy(false)
    }
  }
  const takeTheirs = () => {
    setBegun(conflict?.theirs)
    setConflict(undefined)
    setRefused(undefined)
    setTaken(true)
  }
  const hasFields = refused !== undefined && Object.keys(refused.fields).length > 0
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void save(postedLevel(new FormData(event.currentTarget), currency))
      }}
    >
      {refused ? (
        <p className="notice notice-problem" role="alert">
          {hasFields ? Object.values(refused.fields).join(' ') : refused.message}
        </p>
      ) : null}
      {conflict ? (
        <LevelConflict key={conflict.theirs.version} {...conflict}>
          <Button isBusy={isBusy}>{t('fundraising.keep-my-version')}</Button>
          <Button look="quiet" type="button" onClick={takeTheirs}>
            {t('fundraising.take-theirs')}
          </Button>
        </LevelConflict>
      ) : null}
      {isTaken && !conflict ? <OtherVersionAccepted /> : null}
      <LevelFields
        key={begun?.version}
        level={begun && levelFieldsOf(begun)}
        taken={begun ? begun.claimed + begun.reserved : 0}
        currency={currency}
        wrong={refused?.fields ?? {}}
      />
      <div className="button-row">
        <Button isBusy={isBusy}>{t('fundraising.level-save')}</Button>
        <Button look="quiet" type="button" onClick={onClose}>
          {t('fundraising.cancel')}
        </Button>
      </div>
    </form>
  )
}
