import { type FormEvent, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RadioGroup, TextArea } from '#web/ui/field.tsx'

const ratings = ['5', '4', '3', '2', '1'] as const
type Rating = (typeof ratings)[number]

/** The survey about Deeds: the operator's in an iframe, or the built-in one. Loaded when opened. */
export function SurveyDialog({
  url,
  hijriYear,
  isOpen,
  onClose,
}: {
  readonly url: string | undefined
  readonly hijriYear: number
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const t = useText()
  return (
    <Dialog isOpen={isOpen} title={t('deeds.survey-title')} closeLabel={t('deeds.close')} onClose={onClose}>
      {url ? <EmbeddedSurvey url={url} /> : <SurveyForm hijriYear={hijriYear} />}
    </Dialog>
  )
}

/** The sandboxed iframe can neither navigate the page nor read it. */
function EmbeddedSurvey({ url }: { readonly url: string }) {
  const t = useText()
  return (
    <>
      <iframe
        className="deeds-survey"
        src={url}
        title={t('deeds.survey-title')}
        sandbox="allow-scripts allow-forms allow-same-origin"
        referrerPolicy="no-referrer"
      />
      <p className="quiet small">{t('deeds.survey-note', { host: new URL(url).host })}</p>
    </>
  )
}

/** A rating and a comment; a plain form without JavaScript. */
export function SurveyForm({ hijriYear, isSent = false }: { readonly hijriYear: number; readonly isSent?: boolean }) {
  const t = useText()
  const [rating, setRating] = useState<Rating>()
  const [state, setState] = useState<'open' | 'sending' | 'sent' | 'failed' | 'no-rating'>(isSent ? 'sent' : 'open')
  if (state === 'sent')
    return (
      <p className="notice" role="status">
        {t('deeds.survey-thanks')}
      </p>
    )
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!rating) return setState('no-rating')
    const comment = new FormData(event.currentTarget).get('comment')
    setState('sending')
    try {
      await api('POST /v4/deeds/survey', {
        hijriYear,
        rating: Number(rating),
        comment: typeof comment === 'string' ? comment : '',
      })
      setState('sent')
    } catch {
      setState('failed')
    }
  }
  return (
    <form method="post" className="stack" noValidate onSubmit={(event) => void send(event)}>
      <input type="hidden" name="hijriYear" value={hijriYear} />
      <RadioGroup
        name="rating"
        legend={t('deeds.survey-question')}
        value={rating}
        onChoose={setRating}
        choices={ratings.map((value) => ({ value, label: t(`deeds.survey-${value}`) }))}
        error={state === 'no-rating' ? t('deeds.survey-no-rating') : undefined}
      />
      <TextArea id="comment" label={t('deeds.survey-comment')} mark={t('shell.optional')} rows={4} maxLength={1000} />
      <p className="quiet small">{t('deeds.survey-privacy')}</p>
      {state === 'failed' ? (
        <p className="error-text" role="alert">
          {t('deeds.survey-failed')}
        </p>
      ) : null}
      <div className="button-row">
        <Button type="submit" name="act" value="survey" isBusy={state === 'sending'}>
          {t('deeds.survey-send')}
        </Button>
      </div>
    </form>
  )
}
