import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useText } from '../../lib/text.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import type { ThanksRecord } from './pay.ts'

type Props = {
  /** Tells this box from others on the page. */
  readonly id: string
  readonly gift: { readonly donationId: string; readonly campaign: { readonly id: string } }
  readonly userId: string | null
  /** The name that stands with them; empty: the one of the gift. */
  readonly displayName: string
  readonly record: ThanksRecord
}

/** Words of support with a gift just given, by whoever gave it (S2 §4); a failure is logged and the gift is safe (S2 §8). */
export function WordsBox({ id, gift, userId, displayName, record }: Props) {
  const t = useText()
  const [words, setWords] = useState('')
  const [state, setState] = useState<'open' | 'sending' | 'public' | 'held' | 'hidden' | 'failed'>('open')
  async function send() {
    if (words.trim() === '') return
    setState('sending')
    try {
      const said = await api(
        'POST /v4/donations/comment',
        { userId: userId ?? undefined, campaignId: gift.campaign.id, donationId: gift.donationId, comment: words, userDisplayName: displayName },
        record.guest ? { headers: { authorization: `Bearer ${record.guest.token}` } } : {},
      )
      setState(said.state)
    } catch (error) {
      console.warn('the words of support could not be saved', error)
      setState('failed')
    }
  }
  if (state === 'public' || state === 'held' || state === 'hidden')
    return (
      <p className="notice" role="status">
        {t(state === 'public' ? 'thanks.words-sent' : 'thanks.words-held')}
      </p>
    )
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextArea
        id={id}
        label={t('thanks.words')}
        hint={t('give.words-hint')}
        value={words}
        maxLength={1000}
        onChange={(event) => setWords(event.target.value)}
        error={state === 'failed' ? t('thanks.words-failed') : undefined}
      />
      <Button look="quiet" isBusy={state === 'sending'}>
        {t('thanks.words-send')}
      </Button>
    </form>
  )
}
