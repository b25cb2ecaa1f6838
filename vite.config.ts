import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    assetsInlineLimit: 0,
    // What every page loads goes as one file, and what most of them share as another: in dozens of small ones it compresses worse, and each is asked for by name.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules.(react|scheduler)|rolldown.runtime|preload-helper/ },
            { name: 'frame', test: /(web|shared|modules)[\\/].*tsx?$/, minShareCount: 20 },
          ],
        },
      },
    },
    // Parts that are loaded when they are needed find what they share with the page already there: naming it would weigh more than it saves.
    modulePreload: { resolveDependencies: () => [] },
  },
})
