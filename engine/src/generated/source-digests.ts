/** SHA-256 of the source of each scorer, suite and harness with all that it imports. Written by `npm run check -- --write`. */
export const sourceDigests: Readonly<Record<'scorers' | 'suites' | 'harnesses', Readonly<Record<string, string>>>> = {
  scorers: {
    'clock': 'sha256:0bea2bb72ae7bd958a2a0d63ffb3dd01d7b956f5b703fcecc52470a42b07d4f6',
    'field-extraction': 'sha256:e1e86a41bd89e94bdfb39553bbd7c7eae1c6de6db60241608a129c46e8c90f1d',
    'instruction-rules': 'sha256:f17cd9e25652225211c9dde6f7acf6ea734e909b6f4d979875aa6208315d1719',
    'tool-calls': 'sha256:a4fa944f13d4e378d6aeaf752b2796a98d844c985dc6d90b183a2b95d863e50d',
    'typed-answer': 'sha256:e19b85c929d78d830bcf773861a4e8b2dcf8ab7d3872b08cef956a10badad37e',
  },
  suites: {
    'dataextract': 'sha256:4ed5751ab8226e24dcfd10c9b95809fd82f1cf178adab313a042834d6fd57d16',
    'instructfollow': 'sha256:4f432ac869489a07d08d1d2bda92d04d4fa8c01f8bbbcd05e20c6f21a2bc134a',
    'longcontext': 'sha256:f8a26431000230025bb51de1ae47a1e87b5a0369a5eef05485e90c5bd8480240',
    'reasonmath': 'sha256:32155d36e8ee017d0ef6f0c533032f50b76b7904946327916ac7f75aef9e98aa',
    'speed': 'sha256:f05cab5d4b01d501ea1fae7274d4c57ff99d740fa67bdf870b25713e99a554d8',
    'toolcall': 'sha256:875636d6d7454b5cdaf85c2348fa47c5eda27e3c10c09a6473f29ad11f8e3e84',
  },
  harnesses: {
    'hermes': 'sha256:d685c037f9be39ad501a98c1634634b000d54becf4f178585972728fecc21b49',
    'raw': 'sha256:9368db3c18f46e242558a9b998650e56199444deaea3192b7354f9b74e2b2c46',
  },
};
