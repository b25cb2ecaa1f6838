import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    assetsInlineLimit: 0,
    // Parts that are loaded when they are needed find what they share with the page already there: naming it would weigh more than it saves.
    modulePreload: { resolveDependencies: () => [] },
  },
})
