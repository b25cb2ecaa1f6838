import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { noteEarlyChoices, tellEarlyChoices } from './lib/early-choices.ts'
import { forgetWhoLeft } from './lib/storage.ts'

/** After the effects of its parts: what somebody chose just now wins over what a page remembers. */
function Page() {
  useEffect(tellEarlyChoices, [])
  return <HydratedRouter />
}

// A page that was put aside whole, and is shown again after Back, knows nothing of what came since: a payment, a basket, a log-out.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
forgetWhoLeft()
noteEarlyChoices()
startTransition(() => {
  hydrateRoot(document, <Page />)
})
