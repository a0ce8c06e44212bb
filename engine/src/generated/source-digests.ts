/** SHA-256 of the source of each scorer, suite and harness with all that it imports. Written by `npm run check -- --write`. */
export const sourceDigests: Readonly<Record<'scorers' | 'suites' | 'harnesses', Readonly<Record<string, string>>>> = {
  scorers: {
    'clock': 'sha256:0bea2bb72ae7bd958a2a0d63ffb3dd01d7b956f5b703fcecc52470a42b07d4f6',
    'field-extraction': 'sha256:2a808d6485e1e6f9300ddd66bddd6d2414ff9e74e64d6ceec36c6dcc5cdecc60',
    'tool-calls': 'sha256:0a162d97bf3add5543746c1d0d95c94ad34394b118f90b5057404719071e5484',
    'typed-answer': 'sha256:db88b02007fa23537a6c9b4919336d82ebebafa13812ccb47ba92852fbc5a8e2',
  },
  suites: {
    'dataextract': 'sha256:283509ca7f8541796c6c792b6761888454bce2a5c61460a26905c35f03c49885',
    'reasonmath': 'sha256:2c46618ab193f0f377b9dc8fd0d9f435712b0717bef36db7cfb49525cd41987c',
    'speed': 'sha256:45c5ce7424d8404dff4bed08506cb5f68302dea4c9e1e2598ca5f58b099cb00f',
    'toolcall': 'sha256:b20a87816245a59daf1aa0698b86a1360b2bf852d97dbfe80b98b2aab610f0b7',
  },
  harnesses: {
    'hermes': 'sha256:852ab9c8e877bac2a38220c4bb5ff715fd640a7c29e496ba468739d6c6ce37fc',
    'raw': 'sha256:a9cf9055f275efa9b14d3531adf065911f04d710458f95770731c63c2efe4b25',
  },
};
