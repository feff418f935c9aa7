import { At, Bag, Ground, paint } from '../street-parts.tsx';
import { SceneFrame } from './scene-frame.tsx';

/** A close-up of bags, one with a tag that has a check mark. Means paid. */
export default function TaggedBags() {
  return (
    <SceneFrame>
      <path d="M0 154V0h320v154z" fill={paint.sand} />
      <path d="M0 128h320v26H0z" fill={paint.mortar} />
      <path
        d="M14 24h20m6 12h20M96 16h20M18 84h20m-12 12h20M262 22h20m8 12h20M276 92h20M206 24h20M84 108h20"
        stroke={paint.mortar}
        strokeWidth="4"
      />
      <path d="M118 0h64v78h-64z" fill={paint.lit} />
      <path d="M118 36h64M150 0v78" stroke={paint.stone} strokeWidth="4" />
      <path d="M108 78h84v10h-84z" fill={paint.stone} />
      <path d="M94 0h18v78H94zM188 0h18v78h-18z" fill={paint.green} />
      <At x={0} y={154}>
        <Ground from={0} length={320} depth={66} />
      </At>
      <At x={92} y={178} scale={1.75}>
        <Bag />
      </At>
      <At x={240} y={178} scale={1.5}>
        <Bag />
      </At>
      <At x={164} y={184} scale={2.35}>
        <Bag fill={paint.navy} />
      </At>
      <path d="M172 98q22 2 31 18" stroke={paint.stone} strokeWidth="3" fill="none" />
      <g transform="rotate(14 214 140)">
        <path d="M198 112l12-8 12 8v56h-24z" fill={paint.maize} />
        <circle cx="210" cy="114" r="3.5" fill={paint.ink} />
        <path
          d="M203 142l5 6 10-14"
          stroke={paint.leaf}
          strokeWidth="5"
          fill="none"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
    </SceneFrame>
  );
}
