// SPDX-License-Identifier: MIT
import { useRoute } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { nextTick, onMounted, watch } from 'vue';
import ExampleCards from './example-cards.vue';
import LiveDemo from './live-demo.vue';
import RunHere from './run-here.vue';
import VerificationReport from './verification-report.vue';
import 'katex/dist/katex.min.css';
import './style.css';

export default {
  extends: DefaultTheme,
  setup() {
    // The start page of the default theme has no main landmark.
    const mark = () => nextTick(() => document.querySelector('.VPHome')?.setAttribute('role', 'main'));
    onMounted(mark);
    const route = useRoute();
    watch(() => route.path, mark);
  },
  enhanceApp({ app }) {
    app.component('ExampleCards', ExampleCards);
    app.component('LiveDemo', LiveDemo);
    app.component('RunHere', RunHere);
    app.component('VerificationReport', VerificationReport);
  },
};
