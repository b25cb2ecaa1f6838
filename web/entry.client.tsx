import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { collectPreHydrationInput, replayPreHydrationInput } from './lib/pre-hydration-input.ts'
import { clearAfterLogout } from './lib/storage.ts'

/** After the effects of its parts, so that what a visitor chose wins over what a page remembers. */
function Page() {
  useEffect(replayPreHydrationInput, [])
  return <HydratedRouter />
}

// A page that was put aside whole, and is shown again after Back, knows nothing of what came since: a payment, a
// basket, a log-out.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
// Every page is loaded as a document, so popstate only means a link within the page. The router would treat it as a
// navigation and drop the form's errors and input when a donor follows an error to its field.
addEventListener('popstate', (event) => event.stopImmediatePropagation())
clearAfterLogout()
collectPreHydrationInput()
startTransition(() => {
  hydrateRoot(document, <Page />)
})
