import { markPath, markSize } from '../../mark/mark-pixels.ts';
import { toHex } from '../../tokens/oklch.ts';
import { colours } from '../../tokens/tokens.ts';
import { fitText } from '../../charts/kit/fit-text.ts';
import { fitTitle } from './fit-title.ts';
import type { CardData, CardScore } from './card-data.ts';
import { cardSize } from './card-size.ts';

const { light } = colours;
const ink = toHex(light.n10);
const soft = toHex(light.n8);
const faint = toHex(light.n7);
const line = toHex(light.n4);
const accent = toHex(light.accent);
const attention = toHex(light.attention);
const mono = 'JetBrains Mono';
const paddingPx = 56;
const innerPx = cardSize.width - 2 * paddingPx;

type BarProps = { estimate: { value: number; low: number; high: number }; width: number; thick: number };

const Bar = ({ estimate: { value, low, high }, width, thick }: BarProps) => {
  const at = (score: number): number => (Math.min(100, Math.max(0, score)) / 100) * (width - 16) + 8;
  const middle = 12;
  return (
    <svg width={width} height={24} viewBox={`0 0 ${width} 24`}>
      <rect x={8} y={middle - 1.5} width={width - 16} height={3} fill={line} />
      <rect x={at(low)} y={middle - thick / 2} width={Math.max(2, at(high) - at(low))} height={thick} fill={ink} />
      <rect x={at(low) - 1} y={middle - 7} width={2} height={14} fill={ink} />
      <rect x={at(high) - 1} y={middle - 7} width={2} height={14} fill={ink} />
      <circle cx={at(value)} cy={middle} r={7} fill={accent} stroke={toHex(light.n0)} stroke-width={2} />
    </svg>
  );
};

const SuiteRow = ({ score: { name, estimate, missing } }: { score: CardScore }) => (
  <div style={{ display: 'flex', alignItems: 'center', height: 34 }}>
    <div style={{ display: 'flex', width: 170, color: soft }}>{fitText(name, { widthPx: 160, sizePx: 22 })}</div>
    {estimate === null ? (
      <div style={{ display: 'flex', width: 130, color: faint }}>{missing}</div>
    ) : (
      <Bar estimate={estimate} width={130} thick={2} />
    )}
    <div style={{ display: 'flex', justifyContent: 'flex-end', width: 78, fontFamily: mono }}>
      {estimate === null ? '' : estimate.value.toFixed(1)}
    </div>
    <div style={{ display: 'flex', justifyContent: 'flex-end', width: 92, fontFamily: mono, fontSize: 17, color: soft }}>
      {estimate === null ? '' : `${Math.round(estimate.low)}–${Math.round(estimate.high)}`}
    </div>
    <div style={{ display: 'flex', justifyContent: 'flex-end', width: 80, fontFamily: mono, fontSize: 17, color: faint }}>
      {estimate === null ? '' : `n=${estimate.n}`}
    </div>
  </div>
);

const Overall = ({ data: { overall, verdict } }: { data: CardData }) =>
  overall === null ? (
    <div style={{ display: 'flex', flexDirection: 'column', width: 460 }}>
      <div style={{ display: 'flex', fontSize: 26, fontWeight: 600 }}>No overall figure</div>
      <div style={{ display: 'flex', fontSize: 20, color: soft, marginTop: 8, width: 460 }}>
        {fitText(verdict.replace(/^No overall figure\. ?/, ''), { widthPx: 4 * 440, sizePx: 20 })}
      </div>
    </div>
  ) : (
    <div style={{ display: 'flex', flexDirection: 'column', width: 460 }}>
      <div style={{ display: 'flex', fontSize: 22, color: soft }}>Overall, 0 to 100</div>
      <div style={{ display: 'flex', alignItems: 'flex-end' }}>
        <div style={{ display: 'flex', fontSize: 104, lineHeight: 1.1, fontFamily: mono }}>{overall.value.toFixed(1)}</div>
        <div
          style={{ display: 'flex', fontSize: 24, color: faint, fontFamily: mono, marginLeft: 16, marginBottom: 18 }}
        >{`n=${overall.n}`}</div>
      </div>
      <Bar estimate={overall} width={440} thick={4} />
      <div style={{ display: 'flex', fontSize: 22, color: soft, fontFamily: mono, marginTop: 6 }}>
        {`95 % interval ${overall.low.toFixed(1)} to ${overall.high.toFixed(1)}`}
      </div>
    </div>
  );

const Head = ({ data }: { data: CardData }) => {
  const title = fitTitle(data.model, innerPx);
  return (
    <div style={{ display: 'flex', flexDirection: 'column' }}>
      <div style={{ display: 'flex', alignItems: 'center', fontSize: 22, color: soft, marginBottom: 18 }}>
        <svg width={32} height={32} viewBox={`0 0 ${markSize} ${markSize}`}>
          <path fill={ink} d={markPath} />
        </svg>
        <div style={{ display: 'flex', marginLeft: 12, color: ink, fontWeight: 600 }}>BenchLoop</div>
        <div style={{ display: 'flex', marginLeft: 20 }}>{fitText(data.harness, { widthPx: innerPx - 220, sizePx: 22 })}</div>
      </div>
      {title.lines.map((text) => (
        <div key={text} style={{ display: 'flex', fontSize: title.sizePx, fontWeight: 600, lineHeight: 1.15 }}>
          {text}
        </div>
      ))}
      <div style={{ display: 'flex', fontSize: 20, color: soft, marginTop: 8 }}>
        {fitText(data.machine, { widthPx: innerPx, sizePx: 20 })}
      </div>
    </div>
  );
};

/** The share card. Only what the layout engine of the picture knows: boxes in rows and columns, no classes, no variables. */
export const Card = ({ data }: { data: CardData }) => (
  <div
    style={{
      display: 'flex',
      boxSizing: 'border-box',
      flexDirection: 'column',
      justifyContent: 'space-between',
      width: cardSize.width,
      height: cardSize.height,
      padding: `44px ${paddingPx}px 36px`,
      background: toHex(light.n0),
      color: ink,
      fontFamily: 'Inter',
    }}
  >
    {data.alarm === null ? null : (
      <div
        style={{ display: 'flex', padding: '6px 12px', marginBottom: 8, border: `3px solid ${attention}`, fontSize: 22, fontWeight: 600 }}
      >
        {data.alarm}
      </div>
    )}
    <Head data={data} />
    <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
      <Overall data={data} />
      <div style={{ display: 'flex', flexDirection: 'column', width: 550, fontSize: 22 }}>
        {data.scores.map((score) => (
          <SuiteRow key={score.name} score={score} />
        ))}
        {data.more === 0 ? null : <div style={{ display: 'flex', color: faint, fontSize: 18 }}>{`and ${data.more} more suites`}</div>}
      </div>
    </div>
    <div style={{ display: 'flex', flexDirection: 'column' }}>
      <div style={{ display: 'flex', fontSize: 20, color: ink }}>
        {fitText([data.decode, data.ttft].filter((text) => text !== '').join(' · '), { widthPx: innerPx, sizePx: 20 })}
      </div>
      <div style={{ display: 'flex', fontSize: 17, color: faint, fontFamily: mono, marginTop: 8 }}>
        {fitText(`${data.foot} · whiskers are 95 %`, { widthPx: innerPx, sizePx: 17, font: 'mono' })}
      </div>
    </div>
  </div>
);
