import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    assetsInlineLimit: 0,
    // What every page loads goes as one file: in a dozen small ones it compresses worse, by 3.5 kB a page.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'react', test: /node_modules.(react|scheduler)|rolldown.runtime|preload-helper/ }] } } },
    // Parts that are loaded when they are needed find what they share with the page already there: naming it would weigh more than it saves.
    modulePreload: { resolveDependencies: () => [] },
  },
})
