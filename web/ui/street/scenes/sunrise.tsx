import { At, Bag, Ground, House, paint } from '../street-parts.tsx';
import { SceneFrame } from './scene-frame.tsx';

/**
 * The sun rises over a block with pennants and bags at the curb. Means all set. It moves once,
 * and not with reduced motion.
 */
export default function Sunrise() {
  return (
    <SceneFrame>
      <path d="M0 154V60h320v94z" fill={paint.halo} />
      <g className="motion-safe:animate-[sun-up_900ms_var(--ease-settle)_both]">
        <circle cx="160" cy="88" r="72" fill={paint.glow} />
        <circle cx="160" cy="88" r="48" fill={paint.maize} />
      </g>
      <path d="M96 154v-26h22v-12h30v16h18v-10h24v32z" fill={paint.far} />
      <At x={-6} y={154} scale={0.62}>
        <House
          width={120}
          floors={2}
          brick={paint.clay}
          trim={paint.stone}
          door={paint.green}
          shutters={paint.green}
          lit={[0, 1]}
        />
      </At>
      <At x={68} y={154} scale={0.5}>
        <House
          width={108}
          floors={2}
          brick={paint.sand}
          trim={paint.navy}
          door={paint.navy}
          shutters={paint.navy}
          lit={[1]}
        />
      </At>
      <At x={204} y={154} scale={0.5}>
        <House
          width={108}
          floors={2}
          brick={paint.rust}
          trim={paint.maize}
          door={paint.azure}
          shutters={paint.stone}
          lit={[2]}
        />
      </At>
      <At x={256} y={154} scale={0.62}>
        <House
          width={120}
          floors={2}
          brick={paint.wine}
          trim={paint.stone}
          door={paint.maize}
          shutters={paint.navy}
          lit={[0, 2]}
        />
      </At>
      <path d="M60 34q100 58 202 0" stroke={paint.ink} strokeWidth="2" fill="none" />
      {pennants.map(([x, y, fill]) => (
        <path key={x} d={`M${x - 8} ${y}h16l-8 17z`} fill={fill} />
      ))}
      <At x={0} y={154}>
        <Ground from={0} length={320} depth={66} />
      </At>
      <At x={144} y={182} scale={1.05}>
        <Bag />
      </At>
      <At x={178} y={182} scale={0.86}>
        <Bag />
      </At>
      {confetti.map(([x, delay, fill]) => (
        <path
          key={x}
          d={`M${x} 0l7 3-3 7-7-3z`}
          fill={fill}
          className="opacity-0 motion-safe:animate-[confetti_1400ms_ease-in_both]"
          style={{ animationDelay: `${delay}ms` }}
        />
      ))}
    </SceneFrame>
  );
}

const pennants = [
  [84, 46, paint.azure],
  [112, 56, paint.brick],
  [140, 61, paint.stone],
  [168, 62, paint.azure],
  [196, 58, paint.brick],
  [224, 50, paint.stone],
  [248, 39, paint.azure],
] as const;

/** For each piece of confetti: its x position, its delay in ms after the picture appears, and its color. */
const confetti = [
  [36, 320, paint.brick],
  [74, 80, paint.azure],
  [108, 420, paint.maize],
  [132, 160, paint.green],
  [164, 0, paint.brick],
  [190, 360, paint.azure],
  [222, 120, paint.maize],
  [254, 460, paint.brick],
  [286, 240, paint.green],
] as const;
