import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { forgetWhoLeft } from './lib/storage.ts'

forgetWhoLeft()
startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})
